// run: check -m M
connector RealOutput = output Real;
connector RealInput = input Real;
expandable connector Bus
  Real declared[2];
end Bus;
block Source
  RealOutput y[2] = {time, 2};
end Source;
model M
  Bus bus;
  Source source, other, a[2];
  RealOutput z[2];
equation
  // error: the array `source.y` has no element with these subscripts [SubscriptOutOfRange]
  //             ^
  connect(source.y[3], bus.x);
  // error: `end` is no size here: `w` is not declared, and has the size that connects ask for [ConnectExpandable]
  //                         ^
  connect(source.y[1], bus.w[end]);
  // error: the array `bus.declared` has no element with these subscripts [SubscriptOutOfRange]
  //                       ^
  connect(source.y[1], bus.declared[3]);
  connect(a.y, bus.v);
  // error: `bus.v` has 2 dimensions in other connects, and 1 here [ConnectExpandable]
  //                       ^
  connect(source.y[1], bus.v[1]);
  for i loop
    connect(bus.z[i], z[i]);
  end for;
end M;
