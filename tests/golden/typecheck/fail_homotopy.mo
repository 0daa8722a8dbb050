// run: check
model M "Both expressions are numbers of the same dimensions"
  // error: an argument of `homotopy` must be a number, found Boolean [TypeMismatch]
  //                      ^
  Real x = homotopy(time, true);
  // error: the expressions of `homotopy` have different dimensions: Real[2] and Real [DimensionMismatch]
  //          ^
  Real y[2] = homotopy({time, 1}, time);
  // error: cannot assign Real to Integer `n` [TypeMismatch]
  //          ^
  Integer n = homotopy(1, 2);
end M;
