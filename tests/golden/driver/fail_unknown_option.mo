// run: simulate --intervall=3
// exit: 2
// stderr: hint: did you mean `--interval`?
model M
end M;
