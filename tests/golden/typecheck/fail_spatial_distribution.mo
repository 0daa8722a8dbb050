// run: check
model M
  // error: `spatialDistribution` is not supported yet [NotYetSupported]
  Real x = spatialDistribution(time, 0, time, true);
end M;
