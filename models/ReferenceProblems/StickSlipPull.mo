within ReferenceProblems;
model StickSlipPull "A mass pulled over a rough floor by a soft spring sticks and slips; it holds more than it rubs"
  import FrictionElements.Translational;
  extends EnergyAccount;
  parameter Real V(unit = "m/s") = 0.1 "speed of the pulled spring end";
  parameter Real Fs(unit = "N") = 1.5 "largest holding friction";
  parameter Real Fk(unit = "N") = 1 "sliding friction";
  Translational.PrescribedPosition hand(s_ref = V*time);
  Translational.Spring spring(c = 2);
  Translational.Mass mass(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Translational.SupportFriction floor(f0 = Fk, peak = Fs/Fk);
equation
  connect(mass.flange_b, spring.flange_a);
  connect(spring.flange_b, hand.flange);
  connect(floor.flange, mass.flange_a);
  work = hand.work;
  heat = floor.heat;
  energy = mass.kineticEnergy + spring.potentialEnergy;
  annotation(experiment(StopTime = 40, Interval = 0.1, Tolerance = 1e-8));
end StickSlipPull;
