within FrictionElements.Translational;
model Fixed "A flange fixed in the housing"
  parameter Types.Position s0 = 0 "its position";
  Interfaces.TranslationalFlange flange;
equation
  flange.s = s0;
end Fixed;
