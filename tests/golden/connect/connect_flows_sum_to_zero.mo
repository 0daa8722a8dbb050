// run: dump --ir=flat
model M
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    Pin p, n;
    parameter Real R = 1;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  Resistor a, b(R = 2), c;
equation
  connect(a.n, b.p);
  connect(b.p, c.p);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   Real a.p.v;
//|   flow Real a.p.i;
//|   Real a.n.v;
//|   flow Real a.n.i;
//|   parameter Real a.R = 1.0;
//|   Real b.p.v;
//|   flow Real b.p.i;
//|   Real b.n.v;
//|   flow Real b.n.i;
//|   parameter Real b.R = 2.0;
//|   Real c.p.v;
//|   flow Real c.p.i;
//|   Real c.n.v;
//|   flow Real c.n.i;
//|   parameter Real c.R = 1.0;
//| equation
//|   a.p.v - a.n.v = a.R*a.p.i;
//|   a.p.i + a.n.i = 0.0;
//|   b.p.v - b.n.v = b.R*b.p.i;
//|   b.p.i + b.n.i = 0.0;
//|   c.p.v - c.n.v = c.R*c.p.i;
//|   c.p.i + c.n.i = 0.0;
//|   a.n.v = b.p.v;
//|   a.n.v = c.p.v;
//|   a.n.i + b.p.i + c.p.i = 0.0;
//|   a.p.i = 0.0;
//|   b.n.i = 0.0;
//|   c.n.i = 0.0;
//| end M;
