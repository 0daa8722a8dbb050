// run: simlate
// exit: 2
// stderr: hint: did you mean `simulate`?
model M
end M;
