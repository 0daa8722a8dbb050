within ReferenceProblems;
model RollingDisc = RollingBody(c = 1/2) "A disc that slips until it rolls"
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
