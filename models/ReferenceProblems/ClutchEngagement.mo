within ReferenceProblems;
model ClutchEngagement "A clutch brings two driven inertias to the same speed"
  import FrictionElements.Rotational.*;
  extends EnergyAccount(energyAtStart = 0.5*fast.J*w0^2);
  parameter Real w0(unit = "rad/s") = 100 "angular speed of the fast shaft at the start";
  Inertia fast(J = 1, phi(start = 0, fixed = true), w(start = w0, fixed = true));
  Inertia slow(J = 2, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Clutch clutch(tau0 = 50);
  Torque drive(tau = 10);
  Torque load(tau = -4);
equation
  connect(drive.flange, fast.flange_a);
  connect(fast.flange_b, clutch.flange_b);
  connect(clutch.flange_a, slow.flange_a);
  connect(slow.flange_b, load.flange);
  work = drive.work + load.work;
  heat = clutch.heat;
  energy = fast.kineticEnergy + slow.kineticEnergy;
  annotation(experiment(StopTime = 3, Interval = 0.02, Tolerance = 1e-8));
end ClutchEngagement;
