// run: check
model ClocksContradict
  Real u = sample(time, Clock(1, 10));
  Real y = subSample(u, 2);
  // error: this Clock contradicts another one: of one clock, it makes the period 0.3333333333333333 s, another one 0.2 s (MLS 16.3.1) [ClocksContradict]
  //       ^
  Real z = sample(time, Clock(1, 3)) + y;
  Real a = superSample(subSample(u, 2), 2) + u;
  // error: the clocks contradict each other: by this equation a period is 3/4 times what it is by others [ClocksContradict]
  //       ^
  Real b = subSample(u, 3) + subSample(u, 4);
  // error: this clock would tick before the first tick of the one that it is made from (MLS 16.5.2) [ClocksContradict]
  //       ^
  Real c = backSample(u, 1);
  // error: this Clock contradicts another one: it is one of two constructors for clocks that depend on each other (MLS 16.3.1) [ClocksContradict]
  //       ^
  Real d = sample(time, Clock(0.1)) + shiftSample(u, 1);
  // error: the clocks contradict each other: this equation shifts a clock that others do not shift so [ClocksContradict]
  //       ^
  Real e = shiftSample(u, 1) + u;
end ClocksContradict;
