// run: dump --ir=flat
model M "min and max of no elements are the greatest and the least value of the type (MLS 10.3.4)"
  type Kind = enumeration(a, b, c);
  parameter Integer n = 0;
  Real x = min({2.0*i for i in 1:n}), y = max(2.0*i for i in 1:n);
  Integer i = min(j for j in 1:n), k = max(j for j in 1:n);
  Boolean p = min(j > 1 for j in 1:n), q = max(j > 1 for j in 1:n);
  Kind r = min(Kind.b for j in 1:n), s = max(Kind.b for j in 1:n);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| type M.Kind = enumeration(a, b, c);
//| model M
//|   parameter Integer n = 0;
//|   Real x;
//|   Real y;
//|   Integer i;
//|   Integer k;
//|   Boolean p;
//|   Boolean q;
//|   M.Kind r;
//|   M.Kind s;
//| equation
//|   x = 1.7976931348623157e+308;
//|   y = -1.7976931348623157e+308;
//|   i = 2147483647;
//|   k = -2147483648;
//|   p = true;
//|   q = false;
//|   r = M.Kind.c;
//|   s = M.Kind.a;
//| end M;
