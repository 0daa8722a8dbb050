within FrictionElements.Ideal;
model VoltageSource "A given voltage"
  Pin p, n;
  input Real u(unit = "V") = 0 "voltage from n to p";
equation
  p.i + n.i = 0;
  p.v - n.v = u;
end VoltageSource;
