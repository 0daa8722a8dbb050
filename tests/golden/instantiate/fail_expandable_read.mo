// run: check -m M
connector RealOutput = output Real;
connector RealInput = input Real;
expandable connector Bus
  Real a "not connected";
  Real v[:];
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
  // error: `added` is not declared in the expandable connector `Bus`: connects add it, and only they can name it [ElementNotPresent]
  //              ^
  Real late = bus.added;
  // error: `a` is not present in the expandable connector `bus`: no connect names it [ElementNotPresent]
  //                ^
  Real absent = bus.a;
  // error: `v` is an array of unknown size, `:`, in an expandable connector, and cannot be used as a whole [ElementNotPresent]
  //                  ^
  Real whole[2] = bus.v;
  // error: `v` is an array of unknown size, `:`, in an expandable connector, and cannot be used as a whole [ElementNotPresent]
  //                   ^
  Integer n = size(bus.v, 1);
equation
  connect(source.y, bus.added);
  connect(source.y, bus.v[2]);
end M;
