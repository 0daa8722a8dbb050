model ContradictingStart "Two fixed start values for one state"
  Real x(start = 1, fixed = true);
  Real y(start = 2, fixed = true);
equation
  der(x) = -x;
  y = 3*x;
end ContradictingStart;
