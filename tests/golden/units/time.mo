// run: check
model Ramp "time is in seconds"
  parameter Real period(unit = "s") = 2;
  parameter Real amplitude(unit = "m") = 1;
  Real phase(unit = "1") = time/period;
  Real late(unit = "s") = max(time - period, 0);
  Real x(unit = "m") = amplitude*sin(time) + 3*exp(-time);
  // warning: the two sides of this equation have different units: `force` is in "N", `2.0 - time` in "s" [UnitMismatch]
  //                       ^
  Real force(unit = "N") = 2 - time;
  // warning: the two sides of this equation have different units: `y` is in "m", `time` in "s" [UnitMismatch]
  //                   ^
  Real y(unit = "m") = time;
  // warning: quantities of different units are compared: `time` is in "s", `x` in "m" [UnitMismatch]
  //            ^
  Boolean far = time > x;
  Boolean started = time > 0.5;
  Real v(unit = "m/s") = amplitude/time;
end Ramp;
