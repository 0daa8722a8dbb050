within ReferenceProblems;
model GrazingForce "A force that touches the friction and turns back never moves the block"
  extends BlockOnTrack(m = 1, f0 = 1, f1 = 0, u = 1 - bend*(time - 1)^2);
  parameter Real bend(unit = "N/s2") = 1 "of the force";
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
end GrazingForce;
