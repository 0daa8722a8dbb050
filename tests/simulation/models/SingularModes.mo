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

  model TwoGears "Both gears of a gearbox are engaged, with speeds that do not fit each other"
    Real w(start = 2, fixed = true), tau1, tau2;
    Boolean first = time > 0.5, second = time > 0.8;
  equation
    2*der(w) = tau1 + tau2;
    if first then
      w = 3;
    else
      tau1 = 0;
    end if;
    if second then
      w = 5;
    else
      tau2 = 0;
    end if;
  end TwoGears;

  model NothingDeterminesTorque "The engaged branch speaks of a shaft that is driven anyway"
    Real w(start = 1, fixed = true), driven(start = 0, fixed = true), tau;
    Boolean engaged = time > 0.5;
  equation
    2*der(w) = tau;
    der(driven) = 1;
    if engaged then
      driven = 3;
    else
      tau = 0;
    end if;
  end NothingDeterminesTorque;

  model NoUnknown "A branch without an unknown"
    Real w(start = 1, fixed = true), tau;
    Boolean engaged = time > 0.5;
  equation
    2*der(w) = tau;
    if engaged then
      0 = 1 + time;
    else
      tau = 0;
    end if;
  end NoUnknown;

  model FrictionInSeries "Two friction elements without a mass between them: their modes agree on no list of states"
    parameter Real f1 = 1, f2 = 2, m = 1;
    Real v(start = 0, fixed = true), v1, v2, f, s1, s2;
  equation
    m*der(v) = 2*time - f;
    v = v1 + v2;
    v1 = if s1 > 1 then s1 - 1 elseif s1 < -1 then s1 + 1 else 0;
    f = if s1 > 1 then f1 + 0.1*(s1 - 1) elseif s1 < -1 then -f1 + 0.1*(s1 + 1) else f1*s1;
    v2 = if s2 > 1 then s2 - 1 elseif s2 < -1 then s2 + 1 else 0;
    f = if s2 > 1 then f2 + 0.1*(s2 - 1) elseif s2 < -1 then -f2 + 0.1*(s2 + 1) else f2*s2;
  end FrictionInSeries;

  model FrictionInSeriesSliding "The same, where both slide"
    extends FrictionInSeries(v(start = 40), m = 100);
  end FrictionInSeriesSliding;

  model InertiaOfSpeed "A clutch engages a flywheel whose inertia depends on its speed"
    parameter Real J = 1, k = 0.5;
    Real w1(start = 3, fixed = true), w2(start = 0, fixed = true), tau;
    Boolean engaged = time > 0.5;
  equation
    (J + k*w1^2)*der(w1) = -tau;
    2*der(w2) = tau;
    if engaged then
      w1 = w2;
    else
      tau = 0;
    end if;
  end InertiaOfSpeed;

  model HeldFarAway "A latch closes at a position where the body is not"
    Real x(start = 0, fixed = true), v(start = 0, fixed = true), f;
    Boolean held = time > 1;
  equation
    der(x) = v;
    2*der(v) = f + 1;
    if held then
      x = 3;
    else
      f = 0;
    end if;
    annotation(experiment(StopTime = 2));
  end HeldFarAway;

  model EngagedAtTheStart "A clutch is engaged at first, with other speeds on its sides"
    Real w1(start = 1, fixed = true), w2(start = 2, fixed = true), tau;
    Boolean engaged = time < 0.5;
  equation
    2*der(w1) = tau;
    3*der(w2) = -tau;
    if engaged then
      w1 = w2;
    else
      tau = 0;
    end if;
  end EngagedAtTheStart;

  model TiedToADelay "A branch that would have to be differentiated and cannot be"
    Real w(start = 3, fixed = true), tau, u;
    Boolean engaged = time > 0.5;
  equation
    2*der(w) = tau;
    u = delay(sin(time), 0.1);
    if engaged then
      w = u;
    else
      tau = 0;
    end if;
  end TiedToADelay;
end SingularModes;
