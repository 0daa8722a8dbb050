// run: simulate -o {scratch}/a.csv
// exit: 3
// stderr:      8 |   assert(m > 0, "the mass must be positive");
// stderr:        |   ^
model M
  parameter Real m = -1;
equation
  assert(m > 0, "the mass must be positive");
end M;
