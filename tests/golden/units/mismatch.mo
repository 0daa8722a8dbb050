// run: check
model Cart "Each kind of place at which units must agree"
  parameter Real m(unit = "kg") = 2;
  parameter Real d(unit = "N.s/m") = 3;
  parameter Real length(unit = "m") = m;
  parameter Real start(unit = "s") = 1;
  Real s(unit = "m", start = start, fixed = true);
  Real v(unit = "m/s", start = 0, fixed = true);
  Real a(unit = "m/s2");
  Real speed(unit = "km/h") = v;
  Real force(unit = "N");
  Real sum(unit = "m") = s + v;
  Real larger(unit = "m") = max(s, v);
  Boolean far = s > v;
  Real either(unit = "m") = if far then s else v;
equation
  der(s) = v;
  der(v) = a;
  force = -d*s;
  force = m*a;
end Cart;
