// run: check
model M "Built-in functions take arguments by their position (MLS 3.7, 3.7.1)"
  Real x = sin(u = time);
  Real y = max(x = time, y = 1);
  Real z = delay(time, delayTime = 0.1);
  String s = String(1.5, 5);
  String named = String(1, significantDigits = 5);
end M;
