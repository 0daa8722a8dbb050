// run: check
model M
  // error: the range of an iterator cannot depend on `i`, which runs inside of it [UnknownName]
  Real x = sum(i*j*time for i in 1:3, j in 1:i);
end M;
