// run: check --all-modes
// note-anywhere: no equation of this model changes with a condition [ModesLookedAt]
model OneMode "Without equations that change"
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end OneMode;
