// run: dump --ir=flat -m P.M
package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Part
    Pin a, b;
  equation
    a.v - b.v = a.i;
    a.i + b.i = 0;
  end Part;
  model M "connect(part[1:n - 1].b, part[2:n].a)"
    Part part[3];
  equation
    connect(part[1:end - 1].b, part[2:3].a);
    part[1].a.v = 1;
    part[3].b.v = 0;
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   Real part[1].a.v;
//|   flow Real part[1].a.i;
//|   Real part[1].b.v;
//|   flow Real part[1].b.i;
//|   Real part[2].a.v;
//|   flow Real part[2].a.i;
//|   Real part[2].b.v;
//|   flow Real part[2].b.i;
//|   Real part[3].a.v;
//|   flow Real part[3].a.i;
//|   Real part[3].b.v;
//|   flow Real part[3].b.i;
//| equation
//|   part[1].a.v - part[1].b.v = part[1].a.i;
//|   part[1].a.i + part[1].b.i = 0.0;
//|   part[2].a.v - part[2].b.v = part[2].a.i;
//|   part[2].a.i + part[2].b.i = 0.0;
//|   part[3].a.v - part[3].b.v = part[3].a.i;
//|   part[3].a.i + part[3].b.i = 0.0;
//|   part[1].a.v = 1.0;
//|   part[3].b.v = 0.0;
//|   part[1].b.v = part[2].a.v;
//|   part[1].b.i + part[2].a.i = 0.0;
//|   part[2].b.v = part[3].a.v;
//|   part[2].b.i + part[3].a.i = 0.0;
//|   part[1].a.i = 0.0;
//|   part[3].b.i = 0.0;
//| end P.M;
