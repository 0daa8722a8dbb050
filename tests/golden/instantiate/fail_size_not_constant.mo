// run: check
model M
  parameter Integer n;
  Integer k = integer(time);
  // error: the size of `x` must be an Integer that is known when translating [DimensionNotConstant]
  //     ^
  Real x[k];
  // error: the size of `y` is open (`:`) and no value determines it (MLS 10.1) [ValueNeeded]
  //     ^
  Real y[:];
  // error: the size of `z` depends on the parameter `n`, which has no value [ValueNeeded]
  //     ^
  Real z[2*n];
end M;
