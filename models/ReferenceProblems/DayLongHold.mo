within ReferenceProblems;
model DayLongHold "A block is held for a day just below its friction, then let go by a ramp"
  constant Real day(unit = "s") = 86400;
  extends BlockOnTrack(
    m = 1,
    f0 = 1,
    u = if time < day then 0.99 else 0.99 + 0.01*(time - day),
    x(start = 0.1234567890123));
  annotation(experiment(StopTime = 86405, Interval = 60, Tolerance = 1e-8));
end DayLongHold;
