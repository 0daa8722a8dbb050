within Constraints;
model ClosedTanks "Three tanks in a ring begin at rest, with the levels that are nearest to the start values"
  parameter Real T(unit = "s") = 1;
  Real a(unit = "m", start = 1), b(unit = "m", start = 2), c(unit = "m", start = 6);
equation
  T*der(a) = (b - a) + (c - a);
  T*der(b) = (a - b) + (c - b);
  T*der(c) = (a - c) + (b - c);
initial equation
  der(a) = 0;
  der(b) = 0;
  der(c) = 0;
  annotation(experiment(StopTime = 1, Interval = 0.1, Tolerance = 1e-8));
end ClosedTanks;
