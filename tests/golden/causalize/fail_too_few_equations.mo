// run: check
model M "Two equations for three unknowns"
  Real x(start = 1, fixed = true);
  Real y;
  // error: model `M` has 2 equations but 3 unknowns [ModelUnbalanced]
  // error: no equation determines `z` [VariableUndetermined]
  Real z;
equation
  der(x) = -x;
  2*y + z = x;
end M;
