model FailingAssert "A block gets faster than it may"
  Real v(unit = "m/s", start = 0, fixed = true);
equation
  der(v) = 4;
  assert(v < 2, "the block is faster than 2 m/s");
end FailingAssert;
