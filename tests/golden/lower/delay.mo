// run: dump --ir=dae
model M "at the initial time a delayed expression is itself"
  parameter Real T = 0.5;
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x*x, T);
end M;
// expect:
//| dae M
//| variables
//|   parameter Real T = 0.5
//|   continuous Real x(start = 1.0, fixed = true)  // differentiated
//|   continuous Real der(x)
//|   continuous Real $delay[1]  // generated
//| f_x
//|   0: $delay[1] = if initial() then x*x else delayed0
//|   1: der(x) = -$delay[1]
//| delays
//|   delayed0: delay(x*x, T)
//| end M
