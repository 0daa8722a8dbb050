// run: check
model M
  Real x(min = 5, max = 1) = 0.5;
  Real y(min = 2, start = 1, fixed = true);
  Real z(max = 0, start = 1) = -1;
equation
  der(y) = 0.1;
end M;
