package FalseStops "Drives whose events come ever faster for a while, though none accumulate"
  import Modelica.Mechanics.Rotational.{Components, Sources};

  model Rattle "Two inertias with backlash: the load drags until one flank stays in contact"
    parameter Real drag = 0.0055;
    Components.Inertia motor(J = 0.05, w(start = 10, fixed = true), phi(start = 0, fixed = true));
    Components.ElastoBacklash lash(b = 0.001, c = 1e4, d = 10);
    Components.Inertia load(J = 2, w(start = 9, fixed = true), phi(start = 0, fixed = true));
    Components.BearingFriction bearing(tau_pos = [0, 0.2; 100, 1]);
    Sources.LinearSpeedDependentTorque torque(tau_nominal = -drag, w_nominal = 10);
  equation
    connect(torque.flange, motor.flange_a);
    connect(motor.flange_b, lash.flange_a);
    connect(lash.flange_b, load.flange_a);
    connect(load.flange_b, bearing.flange_a);
    annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-6));
  end Rattle;

  model Train "Discs that clutches of varying force hold together"
    parameter Integer n = 10;
    parameter Real peak = 1;
    Components.Inertia disc[n + 1](each J = 0.7, each phi(start = 0, fixed = true), each w(start = 0, fixed = true));
    Components.Clutch clutch[n](each fn_max = 120, each mu_pos = [0, 0.4], each cgeo = 1, each peak = peak);
    Sources.Torque motor;
  equation
    motor.tau = 45*sin(2.1*time) + 12*sin(7.7*time);
    connect(motor.flange, disc[1].flange_a);
    for i in 1:n loop
      clutch[i].f_normalized = 0.5 + 0.45*sin(3*time + 0.8*i);
      connect(disc[i].flange_b, clutch[i].flange_a);
      connect(clutch[i].flange_b, disc[i + 1].flange_a);
    end for;
    annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-6));
  end Train;
end FalseStops;
