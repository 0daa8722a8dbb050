// run: simulate --solver dopri
// exit: 2
// stderr: hint: did you mean `dopri5`?
model M
end M;
