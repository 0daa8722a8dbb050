// run: check
model M
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  Pin p[2], q[3];
equation
  // error: cannot connect `p` with `q`: the dimensions [2] and [3] differ [ConnectIncompatible]
  connect(p, q);
end M;
