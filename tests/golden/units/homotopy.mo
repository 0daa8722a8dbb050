// run: check
model M
  Real a(unit = "m") = 1, b(unit = "s") = 2;
  Real x(unit = "m");
equation
  // warning: the expressions of homotopy have different units: `a` is in "m", `b` in "s" [UnitMismatch]
  x = homotopy(a, b);
end M;
