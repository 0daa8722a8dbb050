// run: check
model M
  Real x[2] = {1, 2};
  Integer k = if time > 1 then 1 else 2;
  // error: a subscript whose value changes during the simulation is not supported yet [NotYetSupported]
  Real y = x[k];
end M;
