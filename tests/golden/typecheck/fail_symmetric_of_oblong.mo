// run: check
model M
  parameter Real a[2, 3] = fill(1.0, 2, 3);
  // error: `symmetric` takes a square matrix, found Real[2, 3] [DimensionMismatch]
  //                       ^
  Real b[2, 3] = symmetric(a);
end M;
