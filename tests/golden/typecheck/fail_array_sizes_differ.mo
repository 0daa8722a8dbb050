// run: check
model M
  // error: cannot assign Integer[3] to Real[2] `x` [DimensionMismatch]
  Real x[2] = {1, 2, 3};
  Real y[3] = {1, 2, 3};
  Real z[2];
equation
  // error: cannot add Real[2] and Real[3] [DimensionMismatch]
  z = x + y;
end M;
