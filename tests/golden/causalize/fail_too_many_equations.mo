// run: check
model M "Two equations for one unknown"
  Real x;
equation
  x = 1;
  // error: model `M` has 2 equations but 1 unknown [ModelUnbalanced]
  // error: equation determines no unknown; `x` is already determined by another equation [EquationUnmatched]
  x = 2;
end M;
