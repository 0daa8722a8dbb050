within FrictionElements.Ideal;
model Capacitor "A capacitance"
  Pin p, n;
  parameter Real C(unit = "F") = 1;
  Real v(unit = "V") "voltage from n to p";
equation
  p.i + n.i = 0;
  v = p.v - n.v;
  C*der(v) = p.i;
end Capacitor;
