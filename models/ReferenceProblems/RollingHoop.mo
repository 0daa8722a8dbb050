within ReferenceProblems;
model RollingHoop = RollingBody(c = 1) "R15 for a hoop"
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
