// run: dump --ir=flat
model M "sum with iterators adds arrays element by element (MLS 10.3.4.1)"
  parameter Real c[3] = {1, 2, 3};
  Real v[2] = {time, 2};
  Real y[2] = sum(c[i]*v for i in 1:3);
  Real none[2] = sum(c[i]*v for i in 1:0);
  Real all = sum({c[i]*v for i in 1:2});
  Real A[2, 2] = sum(i*[1, 2; 3, time] + identity(2) for i in 1:2, j in 1:1);
  Real z[integer(max(sum(i*{1, 2} for i in 1:2)))] = fill(time, 6);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Real c[1] = 1.0;
//|   parameter Real c[2] = 2.0;
//|   parameter Real c[3] = 3.0;
//|   Real v[1];
//|   Real v[2];
//|   Real y[1];
//|   Real y[2];
//|   Real none[1];
//|   Real none[2];
//|   Real all;
//|   Real A[1,1];
//|   Real A[1,2];
//|   Real A[2,1];
//|   Real A[2,2];
//|   Real z[1];
//|   Real z[2];
//|   Real z[3];
//|   Real z[4];
//|   Real z[5];
//|   Real z[6];
//| equation
//|   v[1] = time;
//|   v[2] = 2.0;
//|   y[1] = c[1]*v[1] + c[2]*v[1] + c[3]*v[1];
//|   y[2] = c[1]*v[2] + c[2]*v[2] + c[3]*v[2];
//|   none[1] = 0.0;
//|   none[2] = 0.0;
//|   all = c[1]*v[1] + c[1]*v[2] + c[2]*v[1] + c[2]*v[2];
//|   A[1,1] = 5.0;
//|   A[1,2] = 6.0;
//|   A[2,1] = 9.0;
//|   A[2,2] = time + 1.0 + (2.0*time + 1.0);
//|   z[1] = time;
//|   z[2] = time;
//|   z[3] = time;
//|   z[4] = time;
//|   z[5] = time;
//|   z[6] = time;
//| end M;
