within ReferenceProblems;
model BrakedShaft "A brake is pressed for a second ever harder, holds the shaft, and is released against a torque"
  import FrictionElements.Rotational.*;
  extends EnergyAccount(energyAtStart = 50);
  Inertia shaft(J = 1, phi(start = 0, fixed = true), w(start = 10, fixed = true));
  Brake brake(tau0 = 10, pressure = if time < 1 then time elseif time < 2 then 1 else 3 - time);
  Torque drive(tau = if time < 1.8 then 0 else 5);
equation
  connect(drive.flange, shaft.flange_a);
  connect(shaft.flange_b, brake.flange);
  work = drive.work;
  heat = brake.heat;
  energy = shaft.kineticEnergy;
  annotation(experiment(StopTime = 2.9, Interval = 0.01, Tolerance = 1e-8));
end BrakedShaft;
