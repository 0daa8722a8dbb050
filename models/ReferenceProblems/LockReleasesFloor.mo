within ReferenceProblems;
model LockReleasesFloor
  "The upper block locks onto the lower one, and at the same instant the floor lets the lower one go"
  import FrictionElements.Translational.*;
  extends EnergyAccount(energyAtStart = 0.5);
  Mass upper(m = 1, s(start = 0, fixed = true), v(start = -1, fixed = true));
  Mass lower(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  SlidingFriction between(mu = 2, f_normal = 1, peak = 3) "slides with 2 N, holds up to 6 N";
  SupportFriction floor(f0 = 3);
  Force pull(f = 4);
equation
  connect(pull.flange, upper.flange_a);
  connect(floor.flange, lower.flange_a);
  connect(lower.flange_b, between.flange_a);
  connect(between.flange_b, upper.flange_b);
  work = pull.work;
  heat = between.heat + floor.heat;
  energy = upper.kineticEnergy + lower.kineticEnergy;
  annotation(experiment(StopTime = 1, Interval = 0.01, Tolerance = 1e-8));
end LockReleasesFloor;
