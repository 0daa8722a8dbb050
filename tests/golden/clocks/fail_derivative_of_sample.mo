// run: check
model DerivativeOfSample
  Real x = sin(time), y, z;
equation
  // error: `der(sample(x, Clock(Clock(0.1), "ImplicitEuler")))` reads what has values at ticks only, and has no derivative (MLS 16.5.2) [NotDifferentiable]
  y = der(sample(x, Clock(Clock(0.1), "ImplicitEuler")));
  z = hold(y);
end DerivativeOfSample;
