// run: dump --ir=flat
model M "a dimension may ask for another one of the same component"
  parameter Real A[:, size(A, 1)] = [1, 2; 3, 4];
  parameter Real B[size(B, 2) + 1, :] = [1, 2; 3, 4; 5, 6];
  Real x[size(A, 2)] = A*{time, 1};
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Real A[1,1] = 1.0;
//|   parameter Real A[1,2] = 2.0;
//|   parameter Real A[2,1] = 3.0;
//|   parameter Real A[2,2] = 4.0;
//|   parameter Real B[1,1] = 1.0;
//|   parameter Real B[1,2] = 2.0;
//|   parameter Real B[2,1] = 3.0;
//|   parameter Real B[2,2] = 4.0;
//|   parameter Real B[3,1] = 5.0;
//|   parameter Real B[3,2] = 6.0;
//|   Real x[1];
//|   Real x[2];
//| equation
//|   x[1] = A[1,1]*time + A[1,2];
//|   x[2] = A[2,1]*time + A[2,2];
//| end M;
