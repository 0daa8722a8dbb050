// run: dump --ir=flat
model M
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Inner
    Pin p;
  equation
    p.v = 0;
  end Inner;
  model Outer
    Pin q;
    Inner inside;
  equation
    connect(q, inside.p);
  end Outer;
  Outer a;
  Pin top;
equation
  connect(top, a.q);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   Real a.q.v;
//|   flow Real a.q.i;
//|   Real a.inside.p.v;
//|   flow Real a.inside.p.i;
//|   Real top.v;
//|   flow Real top.i;
//| equation
//|   a.inside.p.v = 0.0;
//|   a.q.v = a.inside.p.v;
//|   a.q.v = top.v;
//|   a.q.i - top.i = 0.0;
//|   a.inside.p.i - a.q.i = 0.0;
//|   top.i = 0.0;
//| end M;
