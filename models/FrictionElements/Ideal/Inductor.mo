within FrictionElements.Ideal;
model Inductor "An inductance"
  Pin p, n;
  parameter Real L(unit = "H") = 1;
  Real i(unit = "A") "current from p to n";
equation
  p.i + n.i = 0;
  i = p.i;
  L*der(i) = p.v - n.v;
end Inductor;
