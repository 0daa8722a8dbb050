// run: compare
// exit: 2
// stderr: stiction: 'compare' is planned, but not part of this version yet
model M
end M;
