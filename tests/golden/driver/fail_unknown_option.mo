// run: simulate --intervall=3
// exit: 2
// stderr: hint: did you mean `--intervals`?
model M
end M;
