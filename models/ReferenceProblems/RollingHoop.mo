within ReferenceProblems;
model RollingHoop = RollingBody(c = 1) "A hoop that slips until it rolls"
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
