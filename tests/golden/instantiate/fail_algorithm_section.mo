// run: check
model M
  Real x;
algorithm
// error: an algorithm section in a model is not supported yet [NotYetSupported]
  x := time;
end M;
