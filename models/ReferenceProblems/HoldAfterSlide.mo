within ReferenceProblems;
model HoldAfterSlide "The block slides, stops, and is then held for a day without any drift"
  extends BlockOnTrack(
    m = 1,
    f0 = 1,
    u = if time < 10 then 0 else 0.99,
    v(start = 2),
    mode(start = 1),
    energyAtStart = 2);
  annotation(experiment(StopTime = 86400, Interval = 60, Tolerance = 1e-8));
end HoldAfterSlide;
