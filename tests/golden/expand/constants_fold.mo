// run: dump --ir=flat
model M
  package C
    constant Real g = 9.81;
    constant Integer n = 2;
  end C;
  constant Real half = 0.5;
  Real x[C.n] = {C.g*half, time};
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   constant Real half = 0.5;
//|   Real x[1];
//|   Real x[2];
//| equation
//|   x[1] = 4.905;
//|   x[2] = time;
//| end M;
