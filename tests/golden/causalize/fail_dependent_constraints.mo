// run: check
model M "The second constraint says what the first says"
  Real x;
  Real y;
  Real f;
  Real g;
equation
  der(x) = f + g;
  der(y) = f - g;
  // error: constraint between states follows from other constraints, or contradicts them [ConstraintsDependent]
  x = y + 1;
  2*x = 2*y + 2;
end M;
