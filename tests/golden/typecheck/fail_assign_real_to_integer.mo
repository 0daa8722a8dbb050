// run: check
model M
  Integer i;
equation
  // error: cannot assign Real to Integer `i` [TypeMismatch]
  i = 2.5;
end M;
