within FrictionElements.Translational;
model Mass "A rigid mass between two flanges"
  import FrictionElements.Interfaces.TranslationalFlange;
  parameter Types.Mass m = 1 "mass";
  TranslationalFlange flange_a "left flange";
  TranslationalFlange flange_b "right flange";
  Types.Position s(stateSelect = StateSelect.prefer) "position";
  Types.Velocity v(stateSelect = StateSelect.prefer) "speed";
  Types.Acceleration a "acceleration";
  Types.Energy kineticEnergy "kinetic energy";
equation
  flange_a.s = s;
  flange_b.s = s;
  v = der(s);
  a = der(v);
  m*a = flange_a.f + flange_b.f;
  kineticEnergy = 0.5*m*v^2;
end Mass;
