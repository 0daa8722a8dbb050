within IdealElements;
model FreeWheel "A shaft that swings drives a flywheel through a free wheel"
  import FrictionElements.{Ideal,Rotational};
  Rotational.Inertia shaft(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Rotational.Torque drive(tau = 3*cos(time));
  Ideal.OneWayClutch wheel;
  Rotational.Inertia flywheel(J = 2, phi(start = 0, fixed = true), w(start = 0, fixed = true));
equation
  connect(drive.flange, shaft.flange_a);
  connect(shaft.flange_b, wheel.flange_a);
  connect(wheel.flange_b, flywheel.flange_a);
  annotation(experiment(StopTime = 6, Interval = 0.02, Tolerance = 1e-9));
end FreeWheel;
