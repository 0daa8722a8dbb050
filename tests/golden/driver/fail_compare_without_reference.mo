// run: compare
// exit: 2
// stderr: stiction: REFERENCE is required
model M
end M;
