// run: check
model M "A unit has the form of a unit expression (MLS 19.1)"
  Real torque(unit = "N*m") = 1;
  Real a(unit = "m/s^2") = 1;
  Real c(unit = "J/kg/K") = 1;
  Real v(unit = "m / s") = 1;
  Real w(unit = "J/(kg.K") = 1;
  Real symbol(unit = "furlong/fortnight") = 1;
end M;
