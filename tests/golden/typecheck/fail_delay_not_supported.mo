// run: check
model M
  // error: `delay` is not supported yet [NotYetSupported]
  Real x = delay(time, 1);
end M;
