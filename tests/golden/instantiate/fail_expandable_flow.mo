// run: check -m M
connector Pin
  Real v;
  flow Real i;
end Pin;
expandable connector Bus
  // error: `i` is a flow variable of an expandable connector, which cannot have such [FlowInExpandable]
  //        ^
  flow Real i;
end Bus;
expandable connector Other
end Other;
model M
  Bus bus;
  Other other;
  Pin pin;
equation
  // error: `i` would be a flow variable of an expandable connector, which cannot have such: it is connected with `pin.i` [FlowInExpandable]
  //                   ^
  connect(pin.i, other.i);
end M;
