// run: dump
// exit: 2
// stderr: --ir is required
model M
end M;
