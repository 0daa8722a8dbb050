// run: check
model LoopOfTwoClocks "The example of MLS 16.7.4"
  Real a;
  // error: `y` and `a` have two clocks, but need each other at the same tick (MLS 16.7.4) [ClockedMixed]
  //       ^
  Real y = superSample(a + z, 2);
  Real z;
equation
  a + z = sample(time, Clock(1, 100));
  0 = subSample(y, 2) + a;
end LoopOfTwoClocks;
