within ReferenceProblems;
model GearedBrake "A brake on the fast shaft of a gear stops the slow one"
  import FrictionElements.Rotational.*;
  extends EnergyAccount(energyAtStart = 0.5*slow.J*w0^2 + 0.5*fast.J*(gear.ratio*w0)^2);
  parameter Real w0(unit = "rad/s") = 2 "angular speed of the slow shaft at the start";
  Inertia fast(J = 0.5) "its angle follows from the slow shaft";
  Inertia slow(J = 3, phi(start = 0, fixed = true), w(start = w0, fixed = true));
  IdealGear gear(ratio = 4);
  BearingFriction brake(tau0 = 1);
equation
  connect(brake.flange, fast.flange_a);
  connect(fast.flange_b, gear.flange_a);
  connect(gear.flange_b, slow.flange_a);
  work = 0;
  heat = brake.heat;
  energy = fast.kineticEnergy + slow.kineticEnergy;
  annotation(experiment(StopTime = 8, Interval = 0.05, Tolerance = 1e-8));
end GearedBrake;
