within Bench.Race;
model P1b "As P1 with a weaker force: the block sticks and breaks away in each half period"
  extends P1(amplitude = 1.2);
  annotation(experiment(StopTime = 100, Interval = 0.5, Tolerance = 1e-8));
end P1b;
