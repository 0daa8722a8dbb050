within FrictionElements.Translational;
model SupportFriction "Dry friction between a flange and the housing"
  extends Interfaces.PartialFriction(
    v_rel(unit = "m/s"), a_rel(unit = "m/s2"), capacity(unit = "N"), friction(unit = "N"), f1(unit = "N.s/m"));
  parameter Types.Force f0 = 1 "sliding friction at the speed 0";
  Interfaces.TranslationalFlange flange;
equation
  capacity = f0;
  v_rel = der(flange.s);
  flange.f = friction;
end SupportFriction;
