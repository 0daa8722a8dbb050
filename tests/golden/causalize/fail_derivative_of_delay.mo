// run: check
model M
  // error: equation constrains states and must be differentiated, but has no time derivative (delay()) [NotDifferentiable]
  //       ^
  Real y = delay(sin(time), 1);
  Real z = der(y);
end M;
