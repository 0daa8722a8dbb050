// run: check
model M
  Real x = sin(time);
  // error: a delay time that changes during the simulation, `x`, is not supported yet [NotYetSupported]
  //       ^
  Real y = delay(time, x, 2);
  Real z = der(y);
end M;
