within FrictionElements.Rotational;
model Brake "A brake between a shaft and the housing"
  extends Interfaces.PartialFriction(
    v_rel(unit = "rad/s"), a_rel(unit = "rad/s2"), capacity(unit = "N.m"), friction(unit = "N.m"), f1(unit = "N.m.s/rad"));
  parameter Types.Torque tau0 = 1 "braking torque at full pressure";
  input Real pressure(min = 0, max = 1) "0: released, 1: full pressure";
  Interfaces.RotationalFlange flange;
equation
  capacity = tau0*pressure;
  v_rel = der(flange.phi);
  flange.tau = friction;
end Brake;
