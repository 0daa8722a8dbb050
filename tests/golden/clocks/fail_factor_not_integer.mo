// run: check
model FactorNotInteger
  Real u = sample(time, Clock(2, 10));
  // error: the factor of `subSample` would be 3/2, which is no Integer [ClockNotInferred]
  //       ^
  Real y = sample(time, Clock(3, 10)) + subSample(u);
  // error: the clocks on both sides of `superSample` begin at different times [ClockNotInferred]
  //       ^
  Real z = sample(time, Clock(3, 10)) + superSample(shiftSample(u, 1));
end FactorNotInteger;
