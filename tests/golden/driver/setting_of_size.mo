// run: dump --ir=flat --set n=3 --set a={4,5,6}
model M
  parameter Integer n = 2;
  parameter Real a[n] = {1, 2};
  parameter Real b[n] = {i for i in 1:n};
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Integer n = 3;
//|   parameter Real a[1] = 4.0;
//|   parameter Real a[2] = 5.0;
//|   parameter Real a[3] = 6.0;
//|   parameter Real b[1] = 1.0;
//|   parameter Real b[2] = 2.0;
//|   parameter Real b[3] = 3.0;
//| end M;
