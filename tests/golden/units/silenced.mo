// run: check --no-unit-check
model Cart
  Real v(unit = "m/s") = time;
  Real s(unit = "m") = v;
end Cart;
