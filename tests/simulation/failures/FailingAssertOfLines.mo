model FailingAssertOfLines "A message that begins on a line of its own"
  Real v(unit = "m/s", start = 0, fixed = true);
equation
  der(v) = 4;
  assert(v < 2, "
the block is faster
than 2 m/s
");
end FailingAssertOfLines;
