// run: check -L libraries
model M "What a function equalityConstraint of a library names is loaded"
  connector Pin
    Real v;
    flow Real i;
    Angles.System.Angle th;
  end Pin;
  model Source
    Pin p;
  equation
    Connections.root(p.th);
    p.th = 1;
    p.v = 1;
  end Source;
  model Line
    Pin p, n;
  equation
    Connections.branch(p.th, n.th);
    p.th = n.th;
    p.i + n.i = 0;
    p.v - n.v = p.i;
  end Line;
  model Load
    Pin p;
  equation
    p.v = 0;
  end Load;
  Source s;
  Line a, b;
  Load g;
equation
  connect(s.p, a.p);
  connect(s.p, b.p);
  connect(a.n, g.p);
  connect(b.n, g.p);
end M;
