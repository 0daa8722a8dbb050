// run: check
model DerivativeOfSample "The inverse of an integrator needs the derivative of its input"
  // error: the derivative of this clocked equation is needed, but it reads what has values at ticks only: `sample`, `previous` or a conversion between clocks (MLS 16.5.2) [NotDifferentiable]
  //       ^
  Real x = sample(sin(time), Clock(Clock(0.1), "ImplicitEuler"));
  Real y, u;
equation
  y = 2*x;
  der(y) = u;
end DerivativeOfSample;
