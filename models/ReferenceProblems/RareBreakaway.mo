within ReferenceProblems;
model RareBreakaway "A force that all but reaches the friction for more than a day, with nothing else that moves"
  extends BlockOnTrack(m = 1, f0 = 1, f1 = 0, u = 0.99*sin(time) + 1e-7*time);
  annotation(experiment(StopTime = 100006, Interval = 100, Tolerance = 1e-8));
end RareBreakaway;
