// run: check
model M "Reals are compared for equality"
  Real x(start = 0, fixed = true);
  Boolean hit;
equation
  der(x) = 1;
  // error: `x == 0.5` compares Reals for equality (MLS 3.5) [RealEquality]
  hit = x == 0.5;
end M;
