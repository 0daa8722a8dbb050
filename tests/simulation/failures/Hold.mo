model Hold "A lock between two flanges: when closed it allows no relative acceleration, however large the torque"
  FrictionElements.Interfaces.RotationalFlange flange_a, flange_b;
  parameter Real closing(unit = "s") = 1 "time at which it closes";
  Boolean closed = time >= closing;
  Real phi_rel(unit = "rad") "relative angle";
  Real w_rel(unit = "rad/s") "relative speed";
  Real a_rel(unit = "rad/s2") "relative acceleration";
  Real tau(unit = "N.m") "torque of the lock";
  Real s "the torque when closed, the relative acceleration when open";
equation
  phi_rel = flange_b.phi - flange_a.phi;
  w_rel = der(phi_rel);
  a_rel = der(w_rel);
  flange_b.tau = tau;
  flange_a.tau = -tau;
  a_rel = if closed then 0 else s;
  tau = if closed then s else 0;
end Hold;
