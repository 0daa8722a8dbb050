within ReferenceProblems;
model RampStart "A slowly growing force breaks a block away"
  parameter Real k(unit = "N/s") = 0.5 "growth of the force";
  extends BlockOnTrack(m = 1, f0 = 1, f1 = 0, u = k*time);
  annotation(experiment(StopTime = 5, Interval = 0.05, Tolerance = 1e-8));
end RampStart;
