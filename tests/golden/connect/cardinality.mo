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
    p.i + n.i = 0;
    if cardinality(n) == 0 then
      n.v = 0;
    end if;
    assert(cardinality(p) > 0, "p must be connected");
  end Resistor;
  model M
    Resistor r[3];
    Pin pin;
    Integer k = cardinality(r[2].p) + 10*cardinality(pin);
  equation
    for i in 1:2 loop
      connect(r[i].n, r[i + 1].p);
    end for;
    connect(pin, r[1].p);
    connect(pin, r[2].p);
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   Real r[1].p.v;
//|   flow Real r[1].p.i;
//|   Real r[1].n.v;
//|   flow Real r[1].n.i;
//|   Real r[2].p.v;
//|   flow Real r[2].p.i;
//|   Real r[2].n.v;
//|   flow Real r[2].n.i;
//|   Real r[3].p.v;
//|   flow Real r[3].p.i;
//|   Real r[3].n.v;
//|   flow Real r[3].n.i;
//|   Real pin.v;
//|   flow Real pin.i;
//|   Integer k;
//| equation
//|   r[1].p.v - r[1].n.v = r[1].p.i;
//|   r[1].p.i + r[1].n.i = 0.0;
//|   assert(true, "p must be connected");
//|   r[2].p.v - r[2].n.v = r[2].p.i;
//|   r[2].p.i + r[2].n.i = 0.0;
//|   assert(true, "p must be connected");
//|   r[3].p.v - r[3].n.v = r[3].p.i;
//|   r[3].p.i + r[3].n.i = 0.0;
//|   r[3].n.v = 0.0;
//|   assert(true, "p must be connected");
//|   k = 22;
//|   r[1].p.v = r[1].n.v;
//|   r[1].p.v = r[2].p.v;
//|   r[1].p.v = pin.v;
//|   r[1].p.i + r[1].n.i + r[2].p.i - pin.i = 0.0;
//|   r[2].n.v = r[3].p.v;
//|   r[2].n.i + r[3].p.i = 0.0;
//|   r[3].n.i = 0.0;
//|   pin.i = 0.0;
//| end P.M;
