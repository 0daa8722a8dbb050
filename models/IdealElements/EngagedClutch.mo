within IdealElements;
model EngagedClutch "A clutch ties two turning shafts together from 1 s to 2 s"
  import FrictionElements.{Ideal,Rotational};
  Rotational.Torque motor(tau = 4);
  Rotational.Inertia driving(J = 2, phi(start = 0, fixed = true), w(start = 6, fixed = true));
  Ideal.Clutch clutch(engaged = time >= 1 and time < 2);
  Rotational.Inertia driven(J = 3, phi(start = 0, fixed = true), w(start = -2, fixed = true));
equation
  connect(motor.flange, driving.flange_a);
  connect(driving.flange_b, clutch.flange_a);
  connect(clutch.flange_b, driven.flange_a);
  annotation(experiment(StopTime = 3, Interval = 0.02, Tolerance = 1e-9));
end EngagedClutch;
