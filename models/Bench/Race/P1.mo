within Bench.Race;
model P1 "A block that a strong force turns around without ever letting it rest"
  extends SlidingBlock(m = 1, f0 = 1, f1 = 0.1, u = amplitude*sin(2*pi*time));
  parameter Real amplitude(unit = "N") = 2 "amplitude of the force";
  Real x(unit = "m", start = 0, fixed = true) "position";
equation
  der(x) = v;
  annotation(experiment(StopTime = 100, Interval = 0.5, Tolerance = 1e-8));
end P1;
