within FrictionElements.Ideal;
model Diode "An ideal diode: a current without a voltage, or a voltage without a current"
  Pin p, n;
  Real s "current in A where it conducts, else the voltage in V";
equation
  p.i + n.i = 0;
  p.i = if s > 0 then s else 0;
  p.v - n.v = if s > 0 then 0 else s;
end Diode;
