// run: dump --ir=flat -m P.M
package P
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Source
    Port a;
    parameter Real h;
  equation
    a.p = 1;
    a.h = h;
  end Source;
  model Pipe "What flows in at one end leaves at the other; b gives nothing back"
    Port a, b(m(max = 0));
    Real loss = a.m*actualStream(a.h);
    Real seen = actualStream(b.h);
    Real gain = semiLinear(a.m, inStream(a.h), b.h);
  equation
    a.p = b.p;
    a.m + b.m = 0;
    a.h = inStream(b.h);
    b.h = inStream(a.h);
  end Pipe;
  model Outer "Its connector passes on what the pipe gives"
    Port c;
    Pipe pipe;
  equation
    connect(c, pipe.a);
  end Outer;
  model M
    Source s(h = 1);
    Outer o;
  equation
    connect(s.a, o.c);
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   Real s.a.p;
//|   flow Real s.a.m;
//|   Real s.a.h;
//|   parameter Real s.h = 1.0;
//|   Real o.c.p;
//|   flow Real o.c.m;
//|   Real o.c.h;
//|   Real o.pipe.a.p;
//|   flow Real o.pipe.a.m;
//|   Real o.pipe.a.h;
//|   Real o.pipe.b.p;
//|   flow Real o.pipe.b.m(max = 0.0);
//|   Real o.pipe.b.h;
//|   Real o.pipe.loss;
//|   Real o.pipe.seen;
//|   Real o.pipe.gain;
//| equation
//|   s.a.p = 1.0;
//|   s.a.h = s.h;
//|   o.pipe.loss = noEvent(o.pipe.a.m*(if o.pipe.a.m > 0.0 then s.a.h else o.pipe.a.h));
//|   o.pipe.seen = o.pipe.b.h;
//|   o.pipe.gain = o.pipe.a.m*noEvent(if o.pipe.a.m >= 0.0 then s.a.h else o.pipe.b.h);
//|   o.pipe.a.p = o.pipe.b.p;
//|   o.pipe.a.m + o.pipe.b.m = 0.0;
//|   o.pipe.a.h = o.pipe.b.h;
//|   o.pipe.b.h = s.a.h;
//|   s.a.p = o.c.p;
//|   s.a.p = o.pipe.a.p;
//|   s.a.m + o.c.m = 0.0;
//|   o.pipe.a.m - o.c.m = 0.0;
//|   o.c.h = o.pipe.a.h;
//|   o.pipe.b.m = 0.0;
//| end P.M;
