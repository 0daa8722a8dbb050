// run: check
model M
// error: `start` is modified twice [DuplicateModifier]
  Real x(start = 1, start = 2) = time;
end M;
