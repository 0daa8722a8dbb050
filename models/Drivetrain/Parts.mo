within Drivetrain;
package Parts "What the models are put together from"
  connector Flange
    Real phi(unit = "rad");
    flow Real tau(unit = "N.m");
  end Flange;

  partial model OneFlange
    parameter Real scale = 1 "factor on the torque";
    Flange flange;
    Real w(unit = "rad/s") = der(flange.phi);
  end OneFlange;

  model Linear
    extends OneFlange;
    parameter Real d = 1;
  equation
    flange.tau = scale*d*w;
  end Linear;

  model Quadratic
    extends OneFlange;
    parameter Real c = 1;
  equation
    flange.tau = scale*c*w*abs(w);
  end Quadratic;

  model ByFunction "The characteristic is a function that the user of the model chooses"
    extends OneFlange;
    replaceable function law = Functions.linear constrainedby Functions.Characteristic;
  equation
    flange.tau = scale*law(w);
  end ByFunction;

  partial model TwoFlanges
    Flange flange_a, flange_b;
  end TwoFlanges;

  model Disc
    extends TwoFlanges;
    parameter Real J(unit = "kg.m2") = 1;
    Real phi(unit = "rad", start = 0, fixed = true), w(unit = "rad/s", start = 1, fixed = true);
  equation
    flange_a.phi = phi;
    flange_b.phi = phi;
    w = der(phi);
    J*der(w) = flange_a.tau + flange_b.tau;
  end Disc;

  model Spring
    extends TwoFlanges;
    parameter Real k(unit = "N.m/rad") = 1;
  equation
    flange_b.tau = k*(flange_b.phi - flange_a.phi);
    flange_a.tau + flange_b.tau = 0;
  end Spring;

  model Ground
    Flange flange;
  equation
    flange.phi = 0;
  end Ground;
end Parts;
