within FrictionElements.Ideal;
model Ground "Potential 0"
  Pin p;
equation
  p.v = 0;
end Ground;
