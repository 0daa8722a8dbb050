// run: check
model M "A unit has the form of a unit expression (MLS 19.1)"
  // error: the unit "N*m" of `torque` does not have the form of a unit [UnknownUnit]
  //   ^
  Real torque(unit = "N*m") = 1;
  // error: the unit "m/s^2" of `a` does not have the form of a unit [UnknownUnit]
  //   ^
  Real a(unit = "m/s^2") = 1;
  // error: the unit "J/kg/K" of `c` does not have the form of a unit [UnknownUnit]
  //   ^
  Real c(unit = "J/kg/K") = 1;
  // error: the unit "m / s" of `v` does not have the form of a unit [UnknownUnit]
  //   ^
  Real v(unit = "m / s") = 1;
  // error: the unit "J/(kg.K" of `w` does not have the form of a unit [UnknownUnit]
  //   ^
  Real w(unit = "J/(kg.K") = 1;
  // warning: the unit "furlong/fortnight" of `symbol` is no unit that is known, and is compared with nothing [UnknownUnit]
  //   ^
  Real symbol(unit = "furlong/fortnight") = 1;
end M;
