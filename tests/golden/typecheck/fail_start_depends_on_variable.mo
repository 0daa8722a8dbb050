// run: check
model M
  Real x = time;
  // error: `start` of `y` must not change during the simulation [VariabilityMismatch]
  Real y(start = x);
equation
  der(y) = 1;
end M;
