// run: check
model M
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Other
    flow Real v;
    Real i;
  end Other;
  model A
    Pin p;
  end A;
  model B
    Other q;
  end B;
  A a;
  B b;
equation
  // error: cannot connect `a.p` with `b.q`: `a.p.v` is no flow variable, `b.q.v` is a flow variable [ConnectIncompatible]
  connect(a.p, b.q);
end M;
