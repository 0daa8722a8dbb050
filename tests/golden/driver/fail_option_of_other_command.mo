// run: check --stop-time=3
// exit: 2
// stderr: hint: `--stop-time` is an option of: simulate
model M
end M;
