// run: dump --ir=flat
model ClockOperators "Each operator for each element"
  record R
    Real a(start = 1);
    Integer n;
  end R;
  parameter Integer factor = 2;
  Clock c[2] = {Clock(factor, 1000), Clock(Clock(intervalCounter = 1), solverMethod = "ImplicitEuler")};
  Real u[2] = {time, 2*time};
  Real v[2] = sample(u, c[1]), w[2] = subSample(v, factor), h = interval(v);
  R r, s = previous(r);
  Boolean first = firstTick(h);
  Real p = hold(factor) + previous(factor);
equation
  r.a = noClock(h) + superSample(h) + shiftSample(h, 1) + backSample(h, backCounter = 1, resolution = 2);
  r.n = previous(r.n);
end ClockOperators;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model ClockOperators
//|   parameter Integer factor = 2;
//|   Clock c[1];
//|   Clock c[2];
//|   Real u[1];
//|   Real u[2];
//|   Real v[1];
//|   Real v[2];
//|   Real w[1];
//|   Real w[2];
//|   Real h;
//|   Real r.a(start = 1.0);
//|   Integer r.n;
//|   Real s.a(start = 1.0);
//|   Integer s.n;
//|   Boolean first;
//|   Real p;
//| equation
//|   c[1] = Clock(2, 1000);
//|   c[2] = Clock(Clock(1, 1), "ImplicitEuler");
//|   u[1] = time;
//|   u[2] = 2.0*time;
//|   v[1] = sample(u[1], c[1]);
//|   v[2] = sample(u[2], c[1]);
//|   w[1] = subSample(v[1], 2);
//|   w[2] = subSample(v[2], 2);
//|   h = interval(v[1]);
//|   s.a = previous(r.a);
//|   s.n = previous(r.n);
//|   first = firstTick(h);
//|   p = factor + factor;
//|   r.a = noClock(h) + superSample(h, 0) + shiftSample(h, 1, 1) + backSample(h, 1, 2);
//|   r.n = previous(r.n);
//| end ClockOperators;
