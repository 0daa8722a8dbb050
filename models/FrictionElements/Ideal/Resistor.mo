within FrictionElements.Ideal;
model Resistor "A resistance"
  Pin p, n;
  parameter Real R(unit = "Ohm") = 1;
equation
  p.i + n.i = 0;
  p.v - n.v = R*p.i;
end Resistor;
