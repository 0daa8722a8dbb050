// run: check
model ClockNumbers
  parameter Integer zero = 0;
  parameter Boolean choice(fixed = false);
  // error: the resolution of a Clock must be at least 1, not 0 [ClockArgument]
  //                             ^
  Real u = sample(time, Clock(1, zero));
  // error: the factor of `subSample` must be at least 0, not -1 [ClockArgument]
  //                    ^
  // error: the counter of `shiftSample` must be at least 0, not -2 [ClockArgument]
  //                                            ^
  // error: the resolution of `backSample` must be at least 1, not 0 [ClockArgument]
  //                                                                         ^
  Real a = subSample(u, -1), b = shiftSample(u, -2, 3), c = backSample(u, 1, zero);
  // error: the interval counter of a Clock must be at least 0, not -1 [ClockArgument]
  //              ^
  // error: the condition that chooses a Clock must be known at compile time [NotConstant]
  //                              ^
  Clock d = Clock(-1, 10), e = if choice then d else Clock(1);
initial equation
  choice = true;
end ClockNumbers;
