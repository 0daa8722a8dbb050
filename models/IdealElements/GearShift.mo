within IdealElements;
model GearShift "A gearbox between two inertias changes its ratio at 1 s"
  import FrictionElements.Types.*;
  parameter Inertia J1 = 1, J2 = 4;
  parameter Torque T = 10 "of the motor";
  Boolean low = time < 1;
  AngularVelocity w1(start = 6), w2(start = 2, fixed = true);
  Torque tau1, tau2;
equation
  J1*der(w1) = T - tau1;
  J2*der(w2) = tau2;
  if low then
    w1 = 3*w2;
    tau2 = 3*tau1;
  else
    w1 = 2*w2;
    tau2 = 2*tau1;
  end if;
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-9));
end GearShift;
