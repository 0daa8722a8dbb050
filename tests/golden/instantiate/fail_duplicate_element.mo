// run: check
model M
  Real x = 1;
// error: `x` is declared twice in `M` [DuplicateElement]
  Integer x = 2;
end M;
