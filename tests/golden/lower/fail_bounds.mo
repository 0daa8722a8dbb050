// run: check
model M
  // error: `x` has min = 5 above max = 1: no value lies between them [ValueOutOfRange]
  //   ^
  Real x(min = 5, max = 1) = 0.5;
  // error: the fixed start value of `y` = 1 lies below its min = 2 [ValueOutOfRange]
  //   ^
  Real y(min = 2, start = 1, fixed = true);
  Real z(max = 0, start = 1) = -1;
equation
  der(y) = 0.1;
end M;
