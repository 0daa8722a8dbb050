// run: check -m M
connector RealOutput = output Real;
expandable connector Bus
end Bus;
connector Plug
  Real x;
end Plug;
block Source
  RealOutput y = time;
end Source;
model M
  Bus bus, other;
  Plug plug;
  Source source;
equation
  // error: `bus` is an expandable connector, `plug` is none: they cannot be connected [ConnectExpandable]
  connect(bus, plug);
  // error: neither `bus.pressure` nor `other.pressure` is declared, and no other connect tells what they are [ConnectExpandable]
  connect(bus.pressure, other.pressure);
  // error: `bus.sub` is not declared, so `x` cannot be added to it: a connect adds elements to declared components only [ConnectExpandable]
  //                    ^
  connect(source.y, bus.sub.x);
  connect(source.y, bus.v[2]);
  // error: `bus.w` cannot be added: its subscripts do not have the dimensions of `source.y` [ConnectExpandable]
  connect(source.y, bus.w[{1, 2}]);
end M;
