within ReferenceProblems;
model ClutchWithoutTorque "As ClutchEngagement, with nothing driving: the two end at their common momentum"
  extends ClutchEngagement(drive(tau = 0), load(tau = 0));
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
end ClutchWithoutTorque;
