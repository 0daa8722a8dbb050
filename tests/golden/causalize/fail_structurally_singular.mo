// run: check
model M "As many equations as unknowns, but none for y"
  Real x;
  // error: no equation determines `y` [VariableUndetermined]
  Real y;
equation
  x = 1;
  // error: model `M` is singular: it has 2 equations for 1 unknown, and 0 equations for 1 unknown [StructurallySingular]
  // error: equation determines no unknown; `x` is already determined by another equation [EquationUnmatched]
  x = 2;
end M;
