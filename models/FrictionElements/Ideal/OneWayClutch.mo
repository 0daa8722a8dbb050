within FrictionElements.Ideal;
model OneWayClutch "A free wheel: the right shaft may run ahead of the left one"
  extends Interfaces.PartialRotationalCompliant;
  Types.AngularVelocity w_rel "relative speed";
  Real s "relative speed in rad/s where it runs free, else the negative torque in N.m";
equation
  w_rel = der(phi_rel);
  w_rel = if s > 0 then s else 0;
  tau = if s > 0 then 0 else s;
end OneWayClutch;
