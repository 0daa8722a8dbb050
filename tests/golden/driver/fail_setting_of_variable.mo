// run: check --set x=3 --set part.y=2 --set h=1
// error-anywhere: `x` is no parameter: equations determine it during the simulation [VariabilityMismatch]
// error-anywhere: `part.y` is no parameter: equations determine it during the simulation [VariabilityMismatch]
// error-anywhere: `h` is no parameter: equations determine it during the simulation [VariabilityMismatch]
// stderr: hint: set its start value, `x.start=3`, or declare it as a parameter
// stderr: hint: set its start value, `part.y.start=2`, or declare it as a parameter
// stderr: hint: declare `h` as a parameter
model M
  model Part
    Real y;
  equation
    der(y) = 1;
  end Part;
  Part part;
  Real x(start = 1, fixed = true);
  Real h(final start = 0, fixed = true);
equation
  der(x) = -x;
  der(h) = 1;
end M;
