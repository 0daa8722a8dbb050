// run: check
model ClockedInContinuousEquation
  Real x(start = 1, fixed = true);
  // error: `x` is sampled here, but equations without `sample` and `hold` connect this with clocked variables [ClockedMixed]
  //        ^
  Real xs = sample(x, Clock(0.1));
equation
  der(x) = -xs;
end ClockedInContinuousEquation;
