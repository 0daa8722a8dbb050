// run: check -m M
connector RealOutput = output Real;
expandable connector Bus
  Real x;
end Bus;
block Source
  RealOutput y = time;
end Source;
model M
  Bus bus;
  Source source;
  // error: `cardinality` takes no expandable connector, and no element of one [ArgumentNotVariable]
  //                      ^
  // error: `cardinality` takes no expandable connector, and no element of one [ArgumentNotVariable]
  //                                            ^
  Integer n = cardinality(bus), k = cardinality(bus.x);
equation
  connect(source.y, bus.x);
end M;
