// run: check -m M
expandable connector Bus
end Bus;
model M
  Bus bus;
equation
  // error: the expandable connector `bus.inner_bus` is connected with `bus`, in which it lies: it would have to contain itself [ConnectExpandable]
  //               ^
  connect(bus, bus.inner_bus);
end M;
