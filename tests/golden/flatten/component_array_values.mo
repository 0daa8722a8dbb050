// run: dump --ir=flat -m M
model M "each element takes its own of the values of the array (MLS 7.2.5); a comprehension is expanded once for all"
  model Part
    parameter Real p = 0;
    Real x(start = 0);
    Real v[2](start = {0, 0});
  equation
    der(x) = -p*x;
    v = {x, p};
  end Part;
  parameter Integer n = 3;
  Part a[n](p = {10*i for i in 1:n}, x(start = {if i == 1 then 1 else 2*i for i in 1:n}));
  Part b[2](p = {1, 2}, v(start = {{i + j for j in 1:2} for i in 1:2}));
equation
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Integer n = 3;
//|   parameter Real a[1].p = 10.0;
//|   Real a[1].x(start = 1.0);
//|   Real a[1].v[1](start = 0.0);
//|   Real a[1].v[2](start = 0.0);
//|   parameter Real a[2].p = 20.0;
//|   Real a[2].x(start = 4.0);
//|   Real a[2].v[1](start = 0.0);
//|   Real a[2].v[2](start = 0.0);
//|   parameter Real a[3].p = 30.0;
//|   Real a[3].x(start = 6.0);
//|   Real a[3].v[1](start = 0.0);
//|   Real a[3].v[2](start = 0.0);
//|   parameter Real b[1].p = 1.0;
//|   Real b[1].x(start = 0.0);
//|   Real b[1].v[1](start = 2.0);
//|   Real b[1].v[2](start = 3.0);
//|   parameter Real b[2].p = 2.0;
//|   Real b[2].x(start = 0.0);
//|   Real b[2].v[1](start = 3.0);
//|   Real b[2].v[2](start = 4.0);
//| equation
//|   der(a[1].x) = -a[1].p*a[1].x;
//|   a[1].v[1] = a[1].x;
//|   a[1].v[2] = a[1].p;
//|   der(a[2].x) = -a[2].p*a[2].x;
//|   a[2].v[1] = a[2].x;
//|   a[2].v[2] = a[2].p;
//|   der(a[3].x) = -a[3].p*a[3].x;
//|   a[3].v[1] = a[3].x;
//|   a[3].v[2] = a[3].p;
//|   der(b[1].x) = -b[1].p*b[1].x;
//|   b[1].v[1] = b[1].x;
//|   b[1].v[2] = b[1].p;
//|   der(b[2].x) = -b[2].p*b[2].x;
//|   b[2].v[1] = b[2].x;
//|   b[2].v[2] = b[2].p;
//| end M;
