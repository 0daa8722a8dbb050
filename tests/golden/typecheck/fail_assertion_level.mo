// run: check
model M
  Real x = time;
  AssertionLevel level = if time > 1 then AssertionLevel.warning else AssertionLevel.error;
equation
  assert(x < 5, "x", 2);
  assert(x < 5, "x", StateSelect.never);
  assert(x < 5, "x", level = level);
end M;
