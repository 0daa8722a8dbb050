// run: simulate -o {scratch}/a.csv
// exit: 2
// stderr: the tolerance 1e-20 must lie between 1e-13 and 1
model M "An annotation asks for more digits than a double has"
  Real x = time;
  annotation(experiment(Tolerance = 1e-20));
end M;
