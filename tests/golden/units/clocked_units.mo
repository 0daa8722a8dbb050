// run: check
model ClockedUnits "Sampled values have the unit of what is sampled, an interval is in seconds"
  // warning: the two sides of this equation have different units: `x` is in "m", `time` in "s" [UnitMismatch]
  //                   ^
  Real x(unit = "m") = time;
  // warning: the two sides of this equation have different units: `y` is in "kg", `sample(x, Clock(0.1))` in "m" [UnitMismatch]
  //                    ^
  Real y(unit = "kg") = sample(x, Clock(0.1));
  // warning: the two sides of this equation have different units: `h` is in "m", `interval(y)` in "s" [UnitMismatch]
  //                   ^
  Real h(unit = "m") = interval(y);
  // warning: the two sides of this equation have different units: `z` is in "m/s", `hold(y)` in "kg" [UnitMismatch]
  //                     ^
  Real z(unit = "m/s") = hold(y);
end ClockedUnits;
