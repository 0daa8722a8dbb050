// run: check
model M "Whether x is fixed depends on a parameter that initialisation finds"
  parameter Real p(start = 1, fixed = false);
  // error: `fixed` of `x` has no value at compile time [FixedNotEvaluable]
  Real x(start = 1, fixed = p > 0);
initial equation
  p = 2;
equation
  der(x) = p - x;
end M;
