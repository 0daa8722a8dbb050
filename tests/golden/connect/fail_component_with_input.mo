// run: check
connector Signal = input Real;
connector Pin
  Real v;
  flow Real i;
end Pin;
// Alone it could be simulated; what is connected to `u` makes one equation too many (MLS 4.8).
model Source
  // error: model `Source` has 3 equations but 2 unknowns [ModelUnbalanced]
  //     ^
  // error: equation determines no unknown; `u` is already determined by another equation (what is connected from outside) [EquationUnmatched]
  //     ^
  Signal u;
  Pin p;
equation
  p.v = u;
  u = 3;
end Source;
