// run: check
model M
// error: iterator `i` has no range, and no array is subscripted by it alone [IteratorRange]
  Real x = sum(i for i);
end M;
