// run: check
// stderr: convert: 1 km/h is 0.277778 m/s
model Cart "One dimension, another factor"
  // warning: the two sides of this equation have different units: `v` is in "m/s", `time` in "s" [UnitMismatch]
  //                     ^
  Real v(unit = "m/s") = time;
  // warning: the two sides of this equation have different units: `shown` is in "km/h", `v` in "m/s" [UnitMismatch]
  //                          ^
  Real shown(unit = "km/h") = v;
end Cart;
