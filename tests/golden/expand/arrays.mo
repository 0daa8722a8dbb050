// run: dump --ir=flat
model M
  parameter Real A[2, 2] = [1, 2; 3, 4];
  Real x[2](start = {5, 6}, each fixed = true);
  Real total = sum(x.*{1, 2});
  Real squares[3] = {i^2 for i in 1:3};
equation
  der(x) = -A*x + fill(time, 2);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Real A[1,1] = 1.0;
//|   parameter Real A[1,2] = 2.0;
//|   parameter Real A[2,1] = 3.0;
//|   parameter Real A[2,2] = 4.0;
//|   Real x[1](start = 5.0, fixed = true);
//|   Real x[2](start = 6.0, fixed = true);
//|   Real total;
//|   Real squares[1];
//|   Real squares[2];
//|   Real squares[3];
//| equation
//|   total = x[1] + x[2]*2.0;
//|   squares[1] = 1.0;
//|   squares[2] = 4.0;
//|   squares[3] = 9.0;
//|   der(x[1]) = time - (A[1,1]*x[1] + A[1,2]*x[2]);
//|   der(x[2]) = time - (A[2,1]*x[1] + A[2,2]*x[2]);
//| end M;
