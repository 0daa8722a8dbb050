// run: dump --ir=flat -m M
connector Pin
  Real v;
  flow Real i;
end Pin;
expandable connector Bus
end Bus;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Load
  Pin p;
equation
  p.v = 1 + 2*p.i;
end Load;
model Device
  Bus bus;
  Load load;
equation
  connect(load.p, bus.supply);
end Device;
model Listener
  Bus bus;
end Listener;
model M
  Device a, b;
  Listener listener;
  Ground ground;
  Bus bus;
equation
  connect(a.bus, bus);
  connect(b.bus, bus);
  connect(listener.bus, bus);
  connect(ground.p, bus.supply);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   Real a.bus.supply.v;
//|   flow Real a.bus.supply.i;
//|   Real a.load.p.v;
//|   flow Real a.load.p.i;
//|   Real b.bus.supply.v;
//|   flow Real b.bus.supply.i;
//|   Real b.load.p.v;
//|   flow Real b.load.p.i;
//|   Real listener.bus.supply.v;
//|   flow Real listener.bus.supply.i;
//|   Real ground.p.v;
//|   flow Real ground.p.i;
//|   Real bus.supply.v;
//|   flow Real bus.supply.i;
//| equation
//|   a.load.p.v = 1.0 + 2.0*a.load.p.i;
//|   b.load.p.v = 1.0 + 2.0*b.load.p.i;
//|   ground.p.v = 0.0;
//|   a.bus.supply.v = a.load.p.v;
//|   a.bus.supply.v = b.bus.supply.v;
//|   a.bus.supply.v = b.load.p.v;
//|   a.bus.supply.v = listener.bus.supply.v;
//|   a.bus.supply.v = ground.p.v;
//|   a.bus.supply.v = bus.supply.v;
//|   a.bus.supply.i + b.bus.supply.i + listener.bus.supply.i + ground.p.i - bus.supply.i = 0.0;
//|   a.load.p.i - a.bus.supply.i = 0.0;
//|   b.load.p.i - b.bus.supply.i = 0.0;
//|   bus.supply.i = 0.0;
//|   listener.bus.supply.i = 0.0;
//| end M;
