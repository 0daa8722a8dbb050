within IdealElements;
model Buffer "A wagon runs against a stop, is held there, and is pulled off"
  import FrictionElements.{Ideal,Translational};
  Translational.Fixed wall;
  Ideal.Stop stop(s0 = 0.5);
  Translational.Mass wagon(m = 3, s(start = 2.5, fixed = true), v(start = -1, fixed = true));
  Translational.Force pull(f = -6 + 3*time);
equation
  connect(wall.flange, stop.flange_a);
  connect(stop.flange_b, wagon.flange_a);
  connect(pull.flange, wagon.flange_b);
  annotation(experiment(StopTime = 4, Interval = 0.02, Tolerance = 1e-9));
end Buffer;
