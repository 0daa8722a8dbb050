// run: check
model M
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Other
    Real v;
    flow Real j;
  end Other;
  Pin p;
  Other q;
equation
  // error: cannot connect `p` with `q`: only the second has a variable `j` [ConnectIncompatible]
  connect(p, q);
end M;
