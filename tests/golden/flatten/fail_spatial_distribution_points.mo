// run: check
model M
  // error: `spatialDistribution` has 3 initial points and 2 initial values; it takes as many of each, two or more [DimensionMismatch]
  //                                                             ^
  Real a = spatialDistribution(time, 0, time, true, {0, 0.5, 1}, {0, 0});
end M;
