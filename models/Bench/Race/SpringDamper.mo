within Bench.Race;
model SpringDamper "A linear spring and a linear damper side by side"
  extends FrictionElements.Interfaces.PartialCompliant;
  parameter Real c(unit = "N/m") = 1 "stiffness";
  parameter Real d(unit = "N.s/m") = 1 "damping";
  Real v_rel(unit = "m/s") "relative speed";
equation
  v_rel = der(s_rel);
  f = c*s_rel + d*v_rel;
end SpringDamper;
