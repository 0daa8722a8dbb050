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

  model SpringAndSlider "A spring pulls a slider without mass; no unit tells that f is a force"
    parameter Real k = 1000, F = 5;
    Real x = 0.02*sin(10*time), xs(start = 0, fixed = true), f, s;
    Boolean forward = s > 1, backward = s < -1;
  equation
    f = k*(x - xs);
    der(xs) = if forward then s - 1 elseif backward then s + 1 else 0;
    f = if forward then F elseif backward then -F else F*s;
  end SpringAndSlider;

  model Coupling "Two shafts are tied together at once"
    Real w1(unit = "rad/s", start = 1, fixed = true), w2(unit = "rad/s", start = 0, fixed = true), tau(unit = "N.m");
    parameter Real J1(unit = "kg.m2") = 1, J2(unit = "kg.m2") = 2, drive(unit = "N.m") = 1;
    Boolean engaged = time > 0.5;
  equation
    J1*der(w1) = drive - tau;
    J2*der(w2) = tau;
    if engaged then
      w1 = w2;
    else
      tau = 0;
    end if;
  end Coupling;

  partial model Diode
    parameter Real R(unit = "Ohm") = 1, L(unit = "H") = 1, C(unit = "F") = 1;
    Real v(unit = "V"), i(unit = "A"), s, u(unit = "V") = sin(6*time);
    Boolean off = s < 0;
  equation
    v = if off then s else 0;
    i = if off then 0 else s;
  end Diode;

  model DiodeAndCoil "The diode cuts off the current of the coil"
    extends Diode(i(start = 0, fixed = true));
  equation
    L*der(i) + R*i = u - v;
  end DiodeAndCoil;

  model DiodeAndCapacitor "The diode ties the capacitor to the source"
    extends Diode;
    Real vc(unit = "V", start = 0, fixed = true);
  equation
    u = v + vc;
    C*der(vc) = i - vc/R;
  end DiodeAndCapacitor;

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
