// run: check
model M
  // error: the initial distribution `time` changes during the simulation [VariabilityMismatch]
  //       ^
  Real a = spatialDistribution(time, 0, time, true, {0, 1}, {0, time});
end M;
