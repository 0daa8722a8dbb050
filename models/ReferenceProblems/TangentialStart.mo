within ReferenceProblems;
model TangentialStart "A force that passes the friction with slope and curvature zero still breaks the block away"
  extends BlockOnTrack(m = 1, f0 = 1, f1 = 0, u = 1 + bend*(time - 1)^3);
  parameter Real bend(unit = "N/s3") = 1 "of the force";
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
end TangentialStart;
