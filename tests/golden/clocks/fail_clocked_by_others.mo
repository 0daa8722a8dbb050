// run: check
model ClockedByOthers "A connection makes a continuous variable clocked"
  Real x(start = 1, fixed = true), a, b, c;
equation
  der(x) = 1;
  a = x + 1;
  b = a;
  c = 2*b + previous(c);
  c + b = subSample(sample(time, Clock(0.1)), 2);
  // error: unclocked and clocked variables are connected without `sample` and `hold` (MLS 16.7.4) [ClockedMixed]
  hold(c) = b + 1;
end ClockedByOthers;
