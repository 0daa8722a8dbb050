// run: check
model M
  connector Frame
    Real x;
    flow Real f;
  end Frame;
  Frame a;
equation
  // error: `Connections.uniqueRoot` is not supported yet [NotYetSupported]
  Connections.uniqueRoot(a.x);
end M;
