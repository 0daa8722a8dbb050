within ReferenceProblems;
model RollingDisc = RollingBody(c = 1/2) "R15 for a disc"
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
