// run: dump --ir=dae
model M "at the initial time a delayed expression is itself"
  parameter Real T = 0.5;
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x*x, T);
end M;
// expect:
