// run: check
model Cart "Each kind of place at which units must agree"
  parameter Real m(unit = "kg") = 2;
  parameter Real d(unit = "N.s/m") = 3;
  // warning: `length` has the unit "m", its value `m` the unit "kg" [UnitMismatch]
  //             ^
  parameter Real length(unit = "m") = m;
  parameter Real start(unit = "s") = 1;
  // warning: `s` has the unit "m", its start value `start` the unit "s" [UnitMismatch]
  //   ^
  Real s(unit = "m", start = start, fixed = true);
  Real v(unit = "m/s", start = 0, fixed = true);
  Real a(unit = "m/s2");
  // warning: the two sides of this equation have different units: `speed` is in "km/h", `v` in "m/s" [UnitMismatch]
  //                          ^
  Real speed(unit = "km/h") = v;
  Real force(unit = "N");
  // warning: the terms of a sum have different units: `s` is in "m", `v` in "m/s" [UnitMismatch]
  //                     ^
  Real sum(unit = "m") = s + v;
  // warning: the arguments of max have different units: `s` is in "m", `v` in "m/s" [UnitMismatch]
  //                        ^
  Real larger(unit = "m") = max(s, v);
  // warning: quantities of different units are compared: `s` is in "m", `v` in "m/s" [UnitMismatch]
  //            ^
  Boolean far = s > v;
  // warning: the branches of this if-expression have different units: `s` is in "m", `v` in "m/s" [UnitMismatch]
  //                        ^
  Real either(unit = "m") = if far then s else v;
equation
  der(s) = v;
  der(v) = a;
  // warning: the two sides of this equation have different units: `force` is in "N", `-d*s` in "m.kg/s" [UnitMismatch]
  force = -d*s;
  force = m*a;
end Cart;
