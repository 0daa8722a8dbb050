// run: check
// error: class `M` is defined by itself [ClassCycle]
model M
  extends M;
end M;
