within FrictionElements.Ideal;
model Friction "Dry and viscous friction between two flanges, as a curve over a parameter"
  extends Interfaces.PartialCompliant;
  parameter Types.Force f0 = 1 "sliding friction at the speed 0, and largest holding friction";
  parameter Real f1(unit = "N.s/m", min = 0) = 0 "viscous friction";
  Types.Velocity v_rel "relative speed";
  Real s "parameter of the curve: within -1 and 1 the part of f0 that holds, beyond that the speed in m/s";
equation
  v_rel = der(s_rel);
  v_rel = if s > 1 then s - 1 elseif s < -1 then s + 1 else 0;
  f = if s > 1 then f0 + f1*(s - 1) elseif s < -1 then -f0 + f1*(s + 1) else f0*s;
end Friction;
