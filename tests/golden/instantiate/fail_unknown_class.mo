// run: check
model M
// error: class `Reel` not found in the scope of `M` [ClassNotFound]
  Reel x;
equation
  x = 1;
end M;
