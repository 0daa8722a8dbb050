// run: check
model M
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Other
    Real v;
  end Other;
  Pin p;
  Other q;
equation
  // error: cannot connect `p` with `q`: only the first has a variable `i` [ConnectIncompatible]
  connect(p, q);
end M;
