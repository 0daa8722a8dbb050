// run: simulate -m P.M -o {scratch}/r.csv --quiet
package P
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Feed
    Port a;
    parameter Real m, h;
  equation
    a.m = -m;
    a.h = h;
  end Feed;
  model Sink
    Port a;
    Real h = inStream(a.h);
  equation
    a.p = 1;
    a.h = 0;
  end Sink;
  model Mixing "3 parts of 10 and 1 part of 30 are 4 parts of 15"
    parameter Real unit;
    Feed f(m = 3*unit, h = 10), g(m = unit, h = 30);
    Sink sink;
  equation
    connect(f.a, sink.a);
    connect(g.a, sink.a);
  end Mixing;
  model M
    Mixing small(unit = 1e-12), usual(unit = 1), large(unit = 1e9), none(unit = 0);
    Real h[4] = {small.sink.h, usual.sink.h, large.sink.h, none.sink.h};
  equation
    assert(max(abs(h - {15, 15, 15, 20})) < 1e-9, "mixed: " + String(h[1]) + ", " + String(h[4]));
  end M;
end P;
