// run: check
model M
  // error: cannot assign Boolean to Real `x` [TypeMismatch]
  Real x = true;
end M;
