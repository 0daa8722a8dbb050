within FrictionElements.Rotational;
model IdealGear "A gear without inertia, elasticity and loss"
  parameter Real ratio = 1 "flange_a.phi / flange_b.phi";
  Interfaces.RotationalFlange flange_a "fast shaft when |ratio| > 1";
  Interfaces.RotationalFlange flange_b "slow shaft when |ratio| > 1";
equation
  flange_a.phi = ratio*flange_b.phi;
  0 = ratio*flange_a.tau + flange_b.tau;
end IdealGear;
