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
  parameter Integer n = 3;
  Resistor r[n](each R = 5);
equation
  for i in 1:n - 1 loop
    connect(r[i].n, r[i + 1].p);
  end for;
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Integer n = 3;
//|   Real r[1].p.v;
//|   flow Real r[1].p.i;
//|   Real r[1].n.v;
//|   flow Real r[1].n.i;
//|   parameter Real r[1].R = 5.0;
//|   Real r[2].p.v;
//|   flow Real r[2].p.i;
//|   Real r[2].n.v;
//|   flow Real r[2].n.i;
//|   parameter Real r[2].R = 5.0;
//|   Real r[3].p.v;
//|   flow Real r[3].p.i;
//|   Real r[3].n.v;
//|   flow Real r[3].n.i;
//|   parameter Real r[3].R = 5.0;
//| equation
//|   r[1].p.v - r[1].n.v = r[1].R*r[1].p.i;
//|   r[1].p.i + r[1].n.i = 0.0;
//|   r[2].p.v - r[2].n.v = r[2].R*r[2].p.i;
//|   r[2].p.i + r[2].n.i = 0.0;
//|   r[3].p.v - r[3].n.v = r[3].R*r[3].p.i;
//|   r[3].p.i + r[3].n.i = 0.0;
//|   r[1].n.v = r[2].p.v;
//|   r[1].n.i + r[2].p.i = 0.0;
//|   r[2].n.v = r[3].p.v;
//|   r[2].n.i + r[3].p.i = 0.0;
//|   r[1].p.i = 0.0;
//|   r[3].n.i = 0.0;
//| end M;
