// run: check
model M "An initial equation has no clock (MLS 16.10)"
  Real x(start = 1);
equation
  der(x) = -x;
initial equation
  // error: `interval` cannot stand in an initial equation, which has no clock (MLS 16.10) [ClockedMixed]
  x = interval();
end M;
