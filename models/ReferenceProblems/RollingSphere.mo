within ReferenceProblems;
model RollingSphere = RollingBody(c = 2/5) "A solid sphere that slips until it rolls"
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
