// run: dump --ir=flat -m P.M
package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor "Grounds itself where nothing is connected"
    Pin p, n;
  equation
    p.v - n.v = p.i;
    if cardinality(n) == 0 then
      n.v = 0;
    else
      p.i + n.i = 0;
    end if;
    if cardinality(p) == 0 then
      p.v = 1;
    end if;
  end Resistor;
  model Row
    Pin a, b;
    Resistor r[2];
  equation
    connect(a, r[1].p);
    connect(r[2].n, b);
    connect(r[1].n, r[2].p);
  end Row;
  model M
    Row row[2];
  equation
    connect(row[1].b, row[2].a);
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   Real row[1].a.v;
//|   flow Real row[1].a.i;
//|   Real row[1].b.v;
//|   flow Real row[1].b.i;
//|   Real row[1].r[1].p.v;
//|   flow Real row[1].r[1].p.i;
//|   Real row[1].r[1].n.v;
//|   flow Real row[1].r[1].n.i;
//|   Real row[1].r[2].p.v;
//|   flow Real row[1].r[2].p.i;
//|   Real row[1].r[2].n.v;
//|   flow Real row[1].r[2].n.i;
//|   Real row[2].a.v;
//|   flow Real row[2].a.i;
//|   Real row[2].b.v;
//|   flow Real row[2].b.i;
//|   Real row[2].r[1].p.v;
//|   flow Real row[2].r[1].p.i;
//|   Real row[2].r[1].n.v;
//|   flow Real row[2].r[1].n.i;
//|   Real row[2].r[2].p.v;
//|   flow Real row[2].r[2].p.i;
//|   Real row[2].r[2].n.v;
//|   flow Real row[2].r[2].n.i;
//| equation
//|   row[1].r[1].p.v - row[1].r[1].n.v = row[1].r[1].p.i;
//|   row[1].r[1].p.i + row[1].r[1].n.i = 0.0;
//|   row[1].r[2].p.v - row[1].r[2].n.v = row[1].r[2].p.i;
//|   row[1].r[2].p.i + row[1].r[2].n.i = 0.0;
//|   row[2].r[1].p.v - row[2].r[1].n.v = row[2].r[1].p.i;
//|   row[2].r[1].p.i + row[2].r[1].n.i = 0.0;
//|   row[2].r[2].p.v - row[2].r[2].n.v = row[2].r[2].p.i;
//|   row[2].r[2].p.i + row[2].r[2].n.i = 0.0;
//|   row[1].a.v = row[1].r[1].p.v;
//|   row[1].r[1].p.i - row[1].a.i = 0.0;
//|   row[1].b.v = row[1].r[2].n.v;
//|   row[1].b.v = row[2].a.v;
//|   row[1].b.v = row[2].r[1].p.v;
//|   row[1].b.i + row[2].a.i = 0.0;
//|   row[1].r[2].n.i - row[1].b.i = 0.0;
//|   row[1].r[1].n.v = row[1].r[2].p.v;
//|   row[1].r[1].n.i + row[1].r[2].p.i = 0.0;
//|   row[2].r[1].p.i - row[2].a.i = 0.0;
//|   row[2].b.v = row[2].r[2].n.v;
//|   row[2].r[2].n.i - row[2].b.i = 0.0;
//|   row[2].r[1].n.v = row[2].r[2].p.v;
//|   row[2].r[1].n.i + row[2].r[2].p.i = 0.0;
//|   row[1].a.i = 0.0;
//|   row[2].b.i = 0.0;
//| end P.M;
