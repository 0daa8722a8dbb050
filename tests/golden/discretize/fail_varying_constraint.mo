// run: check
model VaryingConstraint "A pendulum in a sampled controller"
  Real x(start = 1), y(start = 0), u, v, f;
equation
  // error: constraints between the states of discretized equations whose coefficients vary are not supported yet [NotYetSupported]
  der(x) = u;
  der(y) = v;
  der(u) = f*x;
  der(v) = f*y - sample(9.81, Clock(Clock(1, 100), "ImplicitEuler"));
  x^2 + y^2 = 1;
end VaryingConstraint;
