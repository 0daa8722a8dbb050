package SingularModes "Models with a mode in which the equations do not determine all unknowns"
  model DriveWithoutInertia "A torque drives a shaft through a clutch; the side of the torque has no inertia"
    import FrictionElements.Rotational.*;
    Torque drive(tau = if time < 0.5 then 1 else 3);
    Clutch clutch(tau0 = 2, phi_rel(start = 0, fixed = true), v_rel(start = 0, fixed = true));
    Inertia shaft(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  equation
    connect(drive.flange, clutch.flange_b);
    connect(clutch.flange_a, shaft.flange_a);
  end DriveWithoutInertia;

  model Coupling "Two shafts are tied together at once, both of which turn as prescribed"
    Real w1(unit = "rad/s"), w2(unit = "rad/s", start = 0, fixed = true), tau1(unit = "N.m"), tau2(unit = "N.m");
    parameter Real J(unit = "kg.m2") = 2, unitTime(unit = "s") = 1, w(unit = "rad/s") = 1;
    Boolean engaged = time > 0.5;
  equation
    w1 = w*sin(time/unitTime);
    J*der(w2) = tau1 + tau2;
    if engaged then
      w1 = w2;
      w2 = w;
    else
      tau1 = 0;
      tau2 = 0;
    end if;
  end Coupling;

  partial model Diode
    parameter Real R(unit = "Ohm") = 1;
    Real v(unit = "V"), i(unit = "A"), s, u(unit = "V") = sin(6*time);
    Boolean off = s < 0;
  equation
    v = if off then s else 0;
    i = if off then 0 else s;
  end Diode;

  model DiodeAndCurrentSource "The diode cuts off a given current"
    extends Diode;
  equation
    i = u/R;
  end DiodeAndCurrentSource;

  model DiodeAndVoltageSource "The diode shorts a given voltage"
    extends Diode;
  equation
    v = u;
  end DiodeAndVoltageSource;

  model TwoHolds "Two couplings, either of which holds the shaft against a support; the supports move apart"
    Real w(unit = "rad/s", start = 0, fixed = true), a(unit = "rad/s2"), f1, f2;
    Boolean closed = time > 0.5;
  equation
    der(w) = a;
    a = f1 + f2;
    if closed then
      a = 0;
      a = 1;
    else
      f1 = 0;
      f2 = 0;
    end if;
  end TwoHolds;

  model NoLeverArm "A force on a lever whose arm is 0 at first"
    Real arm(start = 0, fixed = true), N;
    Boolean pressed = N > 0;
  equation
    der(arm) = 1;
    N*arm = 1 + (if pressed then 0.5*N*arm else 0);
  end NoLeverArm;
end SingularModes;
