within ReferenceProblems;
model RollingSphere = RollingBody(c = 2/5) "R15 for a solid sphere"
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
