// run: check
model M
  Real x[2] = {1, 2};
// error: `x` has 1 dimension and is given 2 subscripts [TooManySubscripts]
  Real y = x[1, 2];
end M;
