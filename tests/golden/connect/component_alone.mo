// run: check
connector Pin
  Real v;
  // note: `Resistor` is a sound component, but cannot be simulated alone: model `Resistor` is singular: it has 2 equations for 1 unknown, and 1 equation for 2 unknowns [ComponentAlone]
  //        ^
  flow Real i;
end Pin;
// One voltage too many and one current too few, unless something is connected.
model Resistor
  parameter Real R = 2;
  Pin p, n;
equation
  p.i + n.i = 0;
  p.v - n.v = R*p.i;
end Resistor;
