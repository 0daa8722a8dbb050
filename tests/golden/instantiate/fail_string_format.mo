// run: check
model M
  Real x = time;
equation
  // error: `String` takes a format or other options, not both [ArgumentMismatch]
  assert(x < 1, String(x, format = "f", minimumLength = 3));
  // error: `String` has no argument `digits` [ArgumentMismatch]
  assert(x < 1, String(x, digits = 3));
end M;
