// run: check
model M
  parameter Boolean has = false;
  Real x if has;
// error: `x` is not there: its condition is false [RemovedComponent]
  Real y = x;
end M;
