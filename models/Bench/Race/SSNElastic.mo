within Bench.Race;
model SSNElastic "The same with elastic friction instead of friction that sticks and slides"
  extends SSN(redeclare model FloorFriction = LuGreFriction(peakFriction = 1));
  annotation(experiment(StopTime = 50, Interval = 1, Tolerance = 1e-6));
end SSNElastic;
