// run: dump --ir=flat
model M
  Real x[3] = {1, 2, time};
  Real y = x[end] + x[end - 1];
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   Real x[1];
//|   Real x[2];
//|   Real x[3];
//|   Real y;
//| equation
//|   x[1] = 1.0;
//|   x[2] = 2.0;
//|   x[3] = time;
//|   y = x[3] + x[2];
//| end M;
