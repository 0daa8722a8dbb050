within FrictionElements.Rotational;
model Damper "A linear torsional damper"
  extends Interfaces.PartialRotationalCompliant;
  parameter Real d(unit = "N.m.s/rad", min = 0) = 1 "damping";
  Types.AngularVelocity w_rel "relative angular speed";
  Types.Energy heat(start = 0, fixed = true) "heat made since the start";
equation
  w_rel = der(phi_rel);
  tau = d*w_rel;
  der(heat) = tau*w_rel;
end Damper;
