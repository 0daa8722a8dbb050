// run: check
model M
  Real A[2, 3] = ones(2, 3);
  // error: cannot multiply Real[2, 3] and Integer[2] [DimensionMismatch]
  Real y[2] = A*{1, 2};
end M;
