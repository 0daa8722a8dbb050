// run: check
model M
  record R
    Real a;
  end R;
  R r[2];
  Integer k = if time > 1 then 1 else 2;
  R chosen;
equation
  r[1].a = 1;
  r[2].a = 2;
  // error: a subscript whose value changes during the simulation is not supported yet [NotYetSupported]
  chosen = r[k];
end M;
