// run: check
model M
  Real y = 0;
  // error: an argument of `delay` must be a number, found Boolean [TypeMismatch]
  Real z = delay(true, 1);
  // error: the delay time must be a scalar, found Real[2] [DimensionMismatch]
  Real w = delay(y, {1.0, 2.0});
end M;
