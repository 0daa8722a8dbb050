// run: dump --ir=flat -m P.M
package P "An overdetermined type behind other names; arrays of one as one node, or as one each (MLS 9.4.1)"
  type Angles = Real(unit = "rad");
  type Reference
    extends Angles;
    function equalityConstraint
      input Reference a[:];
      input Reference b[:];
      output Real residue[0];
    algorithm
      assert(abs(a[1] - b[1]) < 1e-6, "the angles differ");
    end equalityConstraint;
  end Reference;
  type Short = Reference;
  type Derived
    extends Short;
  end Derived;
  record Direction
    Real c, s;
    function equalityConstraint
      input Direction a;
      input Direction b;
      output Real residue[1];
    algorithm
      residue[1] := a.c*b.s - a.s*b.c;
    end equalityConstraint;
  end Direction;
  connector Pin
    Real v;
    flow Real i;
    flow Real t[2];
    Derived th[2];
    Direction d[2];
  end Pin;
  model Source
    Pin p;
  equation
    Connections.root(p.th);
    Connections.root(p.d);
    if Connections.isRoot(p.th) then
      // warning: the two sides of this equation have different units: `s.p.th[2]` is in "rad", `time` in "s" [UnitMismatch]
      p.th = {0, time};
    end if;
    p.d.c = {1, 1};
    p.d.s = {0, 0};
    p.v = 1;
  end Source;
  model Line
    Pin p, n;
  equation
    Connections.branch(p.th, n.th);
    Connections.branch(p.d, n.d);
    p.th = n.th;
    p.d.c = n.d.c;
    p.d.s = n.d.s;
    p.i + n.i = 0;
    p.t + n.t = {0, 0};
    p.v - n.v = p.i;
  end Line;
  model Load
    Pin p;
  equation
    p.v = p.i;
    p.t = {0, 0};
  end Load;
  model M "Two lines between the same ends: one of the connects is broken"
    Source s;
    Line a, b;
    Load l;
  equation
    connect(s.p, a.p);
    connect(s.p, b.p);
    connect(a.n, l.p);
    connect(b.n, l.p);
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function P.Reference.equalityConstraint
//|   input Real a[1];
//|   input Real a[2];
//|   input Real b[1];
//|   input Real b[2];
//|   output Boolean $done;
//| algorithm
//|   $done := true;
//|   assert(abs(a[1] - b[1]) < 1e-06, "the angles differ");
//| end P.Reference.equalityConstraint;
//| function P.Direction.equalityConstraint
//|   input Real a.c;
//|   input Real a.s;
//|   input Real b.c;
//|   input Real b.s;
//|   output Real residue[1];
//| algorithm
//|   residue[1] := a.c*b.s - a.s*b.c;
//| end P.Direction.equalityConstraint;
//| model P.M
//|   Real s.p.v;
//|   flow Real s.p.i;
//|   flow Real s.p.t[1];
//|   flow Real s.p.t[2];
//|   Real s.p.th[1](unit = "rad");
//|   Real s.p.th[2](unit = "rad");
//|   Real s.p.d[1].c;
//|   Real s.p.d[1].s;
//|   Real s.p.d[2].c;
//|   Real s.p.d[2].s;
//|   Real a.p.v;
//|   flow Real a.p.i;
//|   flow Real a.p.t[1];
//|   flow Real a.p.t[2];
//|   Real a.p.th[1](unit = "rad");
//|   Real a.p.th[2](unit = "rad");
//|   Real a.p.d[1].c;
//|   Real a.p.d[1].s;
//|   Real a.p.d[2].c;
//|   Real a.p.d[2].s;
//|   Real a.n.v;
//|   flow Real a.n.i;
//|   flow Real a.n.t[1];
//|   flow Real a.n.t[2];
//|   Real a.n.th[1](unit = "rad");
//|   Real a.n.th[2](unit = "rad");
//|   Real a.n.d[1].c;
//|   Real a.n.d[1].s;
//|   Real a.n.d[2].c;
//|   Real a.n.d[2].s;
//|   Real b.p.v;
//|   flow Real b.p.i;
//|   flow Real b.p.t[1];
//|   flow Real b.p.t[2];
//|   Real b.p.th[1](unit = "rad");
//|   Real b.p.th[2](unit = "rad");
//|   Real b.p.d[1].c;
//|   Real b.p.d[1].s;
//|   Real b.p.d[2].c;
//|   Real b.p.d[2].s;
//|   Real b.n.v;
//|   flow Real b.n.i;
//|   flow Real b.n.t[1];
//|   flow Real b.n.t[2];
//|   Real b.n.th[1](unit = "rad");
//|   Real b.n.th[2](unit = "rad");
//|   Real b.n.d[1].c;
//|   Real b.n.d[1].s;
//|   Real b.n.d[2].c;
//|   Real b.n.d[2].s;
//|   Real l.p.v;
//|   flow Real l.p.i;
//|   flow Real l.p.t[1];
//|   flow Real l.p.t[2];
//|   Real l.p.th[1](unit = "rad");
//|   Real l.p.th[2](unit = "rad");
//|   Real l.p.d[1].c;
//|   Real l.p.d[1].s;
//|   Real l.p.d[2].c;
//|   Real l.p.d[2].s;
//| equation
//|   s.p.th[1] = 0.0;
//|   s.p.th[2] = time;
//|   s.p.d[1].c = 1.0;
//|   s.p.d[2].c = 1.0;
//|   s.p.d[1].s = 0.0;
//|   s.p.d[2].s = 0.0;
//|   s.p.v = 1.0;
//|   a.p.th[1] = a.n.th[1];
//|   a.p.th[2] = a.n.th[2];
//|   a.p.d[1].c = a.n.d[1].c;
//|   a.p.d[2].c = a.n.d[2].c;
//|   a.p.d[1].s = a.n.d[1].s;
//|   a.p.d[2].s = a.n.d[2].s;
//|   a.p.i + a.n.i = 0.0;
//|   a.p.t[1] + a.n.t[1] = 0.0;
//|   a.p.t[2] + a.n.t[2] = 0.0;
//|   a.p.v - a.n.v = a.p.i;
//|   b.p.th[1] = b.n.th[1];
//|   b.p.th[2] = b.n.th[2];
//|   b.p.d[1].c = b.n.d[1].c;
//|   b.p.d[2].c = b.n.d[2].c;
//|   b.p.d[1].s = b.n.d[1].s;
//|   b.p.d[2].s = b.n.d[2].s;
//|   b.p.i + b.n.i = 0.0;
//|   b.p.t[1] + b.n.t[1] = 0.0;
//|   b.p.t[2] + b.n.t[2] = 0.0;
//|   b.p.v - b.n.v = b.p.i;
//|   l.p.v = l.p.i;
//|   l.p.t[1] = 0.0;
//|   l.p.t[2] = 0.0;
//|   s.p.v = a.p.v;
//|   s.p.v = b.p.v;
//|   s.p.i + a.p.i + b.p.i = 0.0;
//|   s.p.t[1] + a.p.t[1] + b.p.t[1] = 0.0;
//|   s.p.t[2] + a.p.t[2] + b.p.t[2] = 0.0;
//|   s.p.th[1] = a.p.th[1];
//|   s.p.th[1] = b.p.th[1];
//|   s.p.th[2] = a.p.th[2];
//|   s.p.th[2] = b.p.th[2];
//|   s.p.d[1].c = a.p.d[1].c;
//|   s.p.d[1].c = b.p.d[1].c;
//|   s.p.d[1].s = a.p.d[1].s;
//|   s.p.d[1].s = b.p.d[1].s;
//|   s.p.d[2].c = a.p.d[2].c;
//|   s.p.d[2].c = b.p.d[2].c;
//|   s.p.d[2].s = a.p.d[2].s;
//|   s.p.d[2].s = b.p.d[2].s;
//|   a.n.v = b.n.v;
//|   a.n.v = l.p.v;
//|   a.n.i + b.n.i + l.p.i = 0.0;
//|   a.n.t[1] + b.n.t[1] + l.p.t[1] = 0.0;
//|   a.n.t[2] + b.n.t[2] + l.p.t[2] = 0.0;
//|   a.n.th[1] = l.p.th[1];
//|   a.n.th[2] = l.p.th[2];
//|   a.n.d[1].c = l.p.d[1].c;
//|   a.n.d[1].s = l.p.d[1].s;
//|   a.n.d[2].c = l.p.d[2].c;
//|   a.n.d[2].s = l.p.d[2].s;
//|   P.Direction.equalityConstraint(b.n.d[1].c, b.n.d[1].s, l.p.d[1].c, l.p.d[1].s) = 0.0;
//|   P.Direction.equalityConstraint(b.n.d[2].c, b.n.d[2].s, l.p.d[2].c, l.p.d[2].s) = 0.0;
//| end P.M;
