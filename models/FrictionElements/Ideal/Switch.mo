within FrictionElements.Ideal;
model Switch "An ideal switch"
  Pin p, n;
  input Boolean closed = false;
equation
  p.i + n.i = 0;
  if closed then
    p.v = n.v;
  else
    p.i = 0;
  end if;
end Switch;
