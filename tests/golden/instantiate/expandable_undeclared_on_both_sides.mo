// run: dump --ir=flat -m M
connector RealOutput = output Real;
expandable connector Bus
end Bus;
expandable connector ParameterBus
  parameter Integer n = 2;
  Real x[n];
end ParameterBus;
model M
  Bus bus1, bus2, bus3;
  ParameterBus sized(n = 3);
  RealOutput y = time, z[3] = {1, 2, 3};
equation
  connect(bus1.a, bus2.b);
  connect(bus2.b, y);
  connect(sized, bus3);
  connect(z, bus3.x);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   Real bus1.a;
//|   Real bus2.b;
//|   parameter Integer bus3.n = sized.n;
//|   Real bus3.x[1];
//|   Real bus3.x[2];
//|   Real bus3.x[3];
//|   parameter Integer sized.n = 3;
//|   Real sized.x[1];
//|   Real sized.x[2];
//|   Real sized.x[3];
//|   output Real y;
//|   output Real z[1];
//|   output Real z[2];
//|   output Real z[3];
//| equation
//|   y = time;
//|   z[1] = 1.0;
//|   z[2] = 2.0;
//|   z[3] = 3.0;
//|   bus1.a = bus2.b;
//|   bus1.a = y;
//|   bus3.x[1] = sized.x[1];
//|   bus3.x[1] = z[1];
//|   bus3.x[2] = sized.x[2];
//|   bus3.x[2] = z[2];
//|   bus3.x[3] = sized.x[3];
//|   bus3.x[3] = z[3];
//|   assert(sized.n == bus3.n, "connected parameters sized.n and bus3.n must be equal");
//| end M;
