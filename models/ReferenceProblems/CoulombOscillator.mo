within ReferenceProblems;
model CoulombOscillator "A mass on a spring on a rough floor: each half swing loses the same amplitude"
  import FrictionElements.Translational.{Mass, Spring, Fixed, SupportFriction};
  extends EnergyAccount(energyAtStart = 0.5*spring.c*x0^2);
  parameter FrictionElements.Types.Position x0 = 0.105 "position at the start";
  Mass mass(m = 1, s(start = x0, fixed = true), v(start = 0, fixed = true));
  Spring spring(c = 100);
  Fixed wall;
  SupportFriction floor(f0 = 1);
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, mass.flange_a);
  connect(mass.flange_b, floor.flange);
  work = 0;
  heat = floor.heat;
  energy = mass.kineticEnergy + spring.potentialEnergy;
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
end CoulombOscillator;
