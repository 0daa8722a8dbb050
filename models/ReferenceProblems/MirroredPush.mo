within ReferenceProblems;
model MirroredPush "A block under a force that lets it turn, stop and start again, and the same with all signs turned around"
  parameter Real direction = 1 "1 or -1";
  extends BlockOnTrack(m = 2, f0 = 1.5, f1 = 0.25, u = direction*(4*sin(3*time) + 0.5*cos(7*time)));
  annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-8));
end MirroredPush;
