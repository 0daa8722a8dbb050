// run: check
model ClockArguments
  Real u = sample(time, c), v(start = 0);
  Integer n(start = 1);
  // error: no Clock is made from String [ClockArgument]
  //                                ^
  // error: a Clock with a Real interval takes no second argument [ClockArgument]
  //                                                     ^
  // error: `resolution` must not change during the simulation [VariabilityMismatch]
  //                                                                      ^
  // error: `startInterval` must not change during the simulation [VariabilityMismatch]
  //                                                                                           ^
  Clock c = Clock(1, 10), a = Clock("1"), b = Clock(0.1, 2), d = Clock(1, n), e = Clock(u > 0, u);
  // error: `solverMethod` must be String, found Integer [TypeMismatch]
  //                 ^
  // error: `noClock` takes a value, found Clock [TypeMismatch]
  //                                 ^
  // error: `hold` takes a value, found Clock [TypeMismatch]
  //                                              ^
  Clock f = Clock(c, 3), g = noClock(c), h = hold(c);
  // error: `previous` takes a variable, not an expression [ArgumentNotVariable]
  //                ^
  // error: `factor` must be Integer, found Real [TypeMismatch]
  //                                       ^
  // error: `shiftCounter` must not change during the simulation [VariabilityMismatch]
  //                                                                ^
  Real x = previous(2*u), y = subSample(u, 1.5), z = shiftSample(u, n);
equation
  // error: the condition of `when` must be Boolean, found Clock [WhenConditionNotBoolean]
  //   ^
  when c then
    v = previous(v) + 1;
  // error: the condition of `when` must be Boolean, found Clock [WhenConditionNotBoolean]
  //       ^
  elsewhen b then
    v = 2;
  end when;
  n = previous(n);
end ClockArguments;
