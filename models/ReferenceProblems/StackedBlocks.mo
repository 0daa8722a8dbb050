within ReferenceProblems;
model StackedBlocks "A block slides on a second one that stands on ice, until both move together"
  import Parts = FrictionElements.Translational;
  extends EnergyAccount(energyAtStart = 0.5*upper.m*v0^2);
  parameter Real v0(unit = "m/s") = 3 "speed of the upper block at the start";
  Parts.Mass upper(m = 1, s(start = 0, fixed = true), v(start = v0, fixed = true));
  Parts.Mass lower(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Parts.SlidingFriction friction(mu = 0.3, f_normal = upper.m*g);
equation
  connect(lower.flange_b, friction.flange_a);
  connect(friction.flange_b, upper.flange_a);
  work = 0;
  heat = friction.heat;
  energy = upper.kineticEnergy + lower.kineticEnergy;
  annotation(experiment(StopTime = 1.5, Interval = 0.01, Tolerance = 1e-8));
end StackedBlocks;
