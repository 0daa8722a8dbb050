within ReferenceProblems;
model ContinuousCreep "The continuous element cannot hold: under 20 N, less than its break-away force, a mass creeps"
  import FrictionElements.Translational.*;
  extends EnergyAccount;
  Fixed floor;
  ContinuousFriction friction;
  Mass mass(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Force push(f = 20);
equation
  connect(floor.flange, friction.flange_a);
  connect(friction.flange_b, mass.flange_a);
  connect(mass.flange_b, push.flange);
  work = push.work;
  heat = friction.heat;
  energy = mass.kineticEnergy;
  annotation(experiment(StopTime = 3600, Interval = 60, Tolerance = 1e-8));
end ContinuousCreep;
