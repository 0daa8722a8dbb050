within FrictionElements.Translational;
model Damper "A linear damper"
  extends Interfaces.PartialCompliant;
  parameter Types.TranslationalDamping d = 1 "damping";
  Types.Velocity v_rel "relative speed";
  Types.Energy heat(start = 0, fixed = true) "heat made since the start";
equation
  v_rel = der(s_rel);
  f = d*v_rel;
  der(heat) = f*v_rel;
end Damper;
