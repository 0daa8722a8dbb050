// run: check
model M
  Real x(start = 0, fixed = true);
  Integer n;
  Boolean b;
equation
  der(x) = 1;
algorithm
  // error: Boolean changes at events only, but this changes continuously [VariabilityMismatch]
  //   ^
  b := noEvent(x > 1);
  // error: cannot assign Real to Integer `n` [TypeMismatch]
  //   ^
  // error: Integer changes at events only, but this changes continuously [VariabilityMismatch]
  //   ^
  n := x;
  when x > 1 then
    // error: `reinit` stands in an algorithm (MLS 8.3.6) [StatementNotAllowedHere]
    reinit(x, 0);
  end when;
end M;
