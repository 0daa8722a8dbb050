// run: check -m Resistor
connector Pin
  Real v;
  flow Real i;
end Pin;
// Three equations for two currents, whatever is connected.
model Resistor
  parameter Real R = 2;
  Pin p, n;
equation
  p.i + n.i = 0;
  p.i - n.i = 0;
  // error: model `Resistor` has 4 equations but 3 unknowns [ModelUnbalanced]
  // error: equation determines no unknown; `p.i` is already determined by another equation [EquationUnmatched]
  p.i = R;
end Resistor;
