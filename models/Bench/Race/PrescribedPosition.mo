within Bench.Race;
model PrescribedPosition "A flange that follows a given position"
  input Real s_ref(unit = "m") "the position to follow";
  FrictionElements.Interfaces.TranslationalFlange flange;
equation
  flange.s = s_ref;
end PrescribedPosition;
