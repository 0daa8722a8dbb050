// run: check
model ClockedInContinuousEquation
  Real x(start = 1, fixed = true);
  Real xs = sample(x, Clock(0.1));
equation
  // error: unclocked and clocked variables are connected without `sample` and `hold` (MLS 16.7.4) [ClockedMixed]
  der(x) = -xs;
end ClockedInContinuousEquation;
