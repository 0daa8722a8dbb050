// run: check
model M
  connector RealOutput = output Real;
  block Source
    RealOutput y = 1;
  end Source;
  Source a, b;
equation
  // error: two sources drive one signal: `a.y` and `b.y` [ConnectIncompatible]
  connect(a.y, b.y);
end M;
