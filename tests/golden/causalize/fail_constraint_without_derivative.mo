// run: check
model M "The state x is prescribed through a function that has no derivative"
  Real x;
  Real f;
equation
  der(x) = f;
  // error: equation constrains states and must be differentiated, but has no time derivative [NotDifferentiable]
  noEvent(floor(x)) = time;
end M;
