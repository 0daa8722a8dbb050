within FrictionElements.Translational;
model SpringDamper "A linear spring and a linear damper side by side"
  Interfaces.TranslationalFlange flange_a "left flange";
  Interfaces.TranslationalFlange flange_b "right flange";
  Spring spring(final c = c);
  Damper damper(final d = d);
  parameter Types.TranslationalStiffness c = 1 "stiffness";
  parameter Types.TranslationalDamping d = 1 "damping";
equation
  connect(flange_a, spring.flange_a);
  connect(flange_a, damper.flange_a);
  connect(spring.flange_b, flange_b);
  connect(damper.flange_b, flange_b);
end SpringDamper;
