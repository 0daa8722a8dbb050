// run: dump --ir=flat
model M
  parameter Integer n = 3;
  Real x = n;
  Real y = x*n + 1;
  Integer k = integer(x) + n;
  Boolean b = x > n;
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Integer n = 3;
//|   Real x;
//|   Real y;
//|   Integer k;
//|   Boolean b;
//| equation
//|   x = n;
//|   y = x*n + 1.0;
//|   k = integer(x) + n;
//|   b = x > n;
//| end M;
