within Bench;
model P3N100 = P3(n = 100) "The chain with 100 blocks"
  annotation(experiment(StopTime = 10, Interval = 0.1, Tolerance = 1e-8));
