within Bench;
model P2 "Stick-slip of a mass pulled by a stiff spring"
  extends ReferenceProblems.StickSlipPull(spring(c = 100));
  annotation(experiment(StopTime = 20, Interval = 0.1, Tolerance = 1e-8));
end P2;
