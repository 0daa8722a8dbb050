within FrictionElements.Rotational;
model Clutch "A dry clutch between two shafts"
  extends Interfaces.PartialRotationalCompliant;
  extends Interfaces.PartialFriction(
    v_rel(unit = "rad/s"), a_rel(unit = "rad/s2"), capacity(unit = "N.m"), friction(unit = "N.m"), f1(unit = "N.m.s/rad"));
  parameter Types.Torque tau0 = 1 "torque that the slipping clutch transmits when fully engaged";
  input Real engagement(min = 0, max = 1) = 1 "0: open, 1: fully engaged";
equation
  capacity = tau0*engagement;
  v_rel = der(phi_rel);
  tau = friction;
end Clutch;
