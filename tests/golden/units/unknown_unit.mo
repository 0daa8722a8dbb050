// run: check
// stderr: hint: did you mean "N.m"?
// stderr: hint: did you mean "Hz"?
// stderr: hint: did you mean "s"?
// stderr: hint: did you mean "kW.h"?
// stderr: hint: did you mean "degC"?
model Units
  // warning: the unit "Nm" of `torque` is no unit that is known, and is compared with nothing [UnknownUnit]
  //   ^
  Real torque(unit = "Nm") = 1;
  Real other(unit = "Nm") = 1 "told once";
  // warning: the unit "hz" of `f` is no unit that is known, and is compared with nothing [UnknownUnit]
  //   ^
  Real f(unit = "hz") = 1;
  // warning: the unit "sec" of `t` is no unit that is known, and is compared with nothing [UnknownUnit]
  //   ^
  Real t(unit = "sec") = 1;
  // warning: the unit "kWh" of `E` is no unit that is known, and is compared with nothing [UnknownUnit]
  //   ^
  Real E(unit = "kWh") = 1;
  // warning: the displayUnit "Celsius" of `T` is no unit that is known, and is compared with nothing [UnknownUnit]
  //   ^
  Real T(unit = "K", displayUnit = "Celsius") = 300;
  Real n(unit = "rev/min") = 1;
  Real level(unit = "dB") = 1;
  Real theta(unit = "degC", displayUnit = "degF") = 20;
end Units;
