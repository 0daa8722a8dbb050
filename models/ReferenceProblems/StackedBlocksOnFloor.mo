within ReferenceProblems;
model StackedBlocksOnFloor "As StackedBlocks, with friction on the floor: first the two lock, then they stop"
  import FrictionElements.Translational.*;
  extends EnergyAccount(energyAtStart = 0.5*upper.m*v0^2);
  parameter Real v0(unit = "m/s") = 5 "speed of the upper block at the start";
  Mass upper(m = 1, s(start = 0, fixed = true), v(start = v0, fixed = true));
  Mass lower(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  SlidingFriction between(mu = 0.6, f_normal = upper.m*g);
  SupportFriction floor(f0 = 0.2*(upper.m + lower.m)*g);
equation
  connect(floor.flange, lower.flange_a);
  connect(lower.flange_b, between.flange_a);
  connect(between.flange_b, upper.flange_a);
  work = 0;
  heat = between.heat + floor.heat;
  energy = upper.kineticEnergy + lower.kineticEnergy;
  annotation(experiment(StopTime = 1.5, Interval = 0.01, Tolerance = 1e-8));
end StackedBlocksOnFloor;
