within FrictionElements.Translational;
model SlidingFriction "Dry friction between two flanges that are pressed together by a normal force"
  extends Interfaces.PartialCompliant;
  extends Interfaces.PartialFriction(
    v_rel(unit = "m/s"), a_rel(unit = "m/s2"), capacity(unit = "N"), friction(unit = "N"), f1(unit = "N.s/m"));
  parameter Real mu(min = 0) = 0.3 "coefficient of sliding friction";
  parameter Types.Force f_normal(min = 0) = 1 "normal force";
equation
  capacity = mu*f_normal;
  v_rel = der(s_rel);
  f = friction;
end SlidingFriction;
