within IdealElements;
model TwoOnFloor "A block is thrown onto another that lies on the floor"
  import FrictionElements.{Ideal,Translational};
  Translational.Fixed floor;
  Ideal.Friction under(f0 = 3) "between the lower block and the floor";
  Ideal.Friction between(f0 = 5) "between the blocks";
  Translational.Mass lower(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Translational.Mass upper(m = 2, s(start = 0, fixed = true), v(start = 9, fixed = true));
equation
  connect(floor.flange, under.flange_a);
  connect(under.flange_b, lower.flange_a);
  connect(lower.flange_b, between.flange_a);
  connect(between.flange_b, upper.flange_a);
  annotation(experiment(StopTime = 6, Interval = 0.02, Tolerance = 1e-9));
end TwoOnFloor;
