within Bench.Race;
model Friction "Dry friction between a flange and the housing"
  extends FrictionElements.Interfaces.PartialFrictionCurve(
    v_rel(unit = "m/s"), a_rel(unit = "m/s2"), capacity(unit = "N"), friction(unit = "N"), f1(unit = "N.s/m"));
  extends PartialFloor;
  parameter Real f0(unit = "N", min = 0) = 1 "sliding friction at the speed 0";
equation
  capacity = f0;
  v_rel = der(flange.s);
  flange.f = friction;
end Friction;
