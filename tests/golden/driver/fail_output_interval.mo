// run: simulate -o {scratch}/a.csv --interval 1e-12
// exit: 2
// stderr: an output interval of 1e-12 s makes 1000000000000 rows; at most 1000000000 are possible
model M
  Real x = time;
end M;
