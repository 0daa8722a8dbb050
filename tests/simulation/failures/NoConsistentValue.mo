model NoConsistentValue "A relation that is true only if it is false"
  Real x(start = 0, fixed = true);
  Real y;
  Boolean positive = y > 0;
equation
  der(x) = 1;
  y = if positive then -1 - x else 1 + x;
end NoConsistentValue;
