// run: check
model M
  Real x = time;
  AssertionLevel level = if time > 1 then AssertionLevel.warning else AssertionLevel.error;
equation
  // error: the level of `assert` must be an AssertionLevel, found Integer (MLS 8.3.7) [TypeMismatch]
  //                 ^
  assert(x < 5, "x", 2);
  // error: the level of `assert` must be an AssertionLevel, found StateSelect (MLS 8.3.7) [TypeMismatch]
  //                 ^
  assert(x < 5, "x", StateSelect.never);
  // error: the level of `assert` must be a parameter expression (MLS 8.3.7) [VariabilityMismatch]
  //                         ^
  assert(x < 5, "x", level = level);
end M;
