within FrictionElements.Translational;
model PrescribedPosition "A flange that follows a given position"
  input Types.Position s_ref "the position to follow";
  Interfaces.TranslationalFlange flange;
  Types.Energy work(start = 0, fixed = true) "work done by the drive since the start";
equation
  flange.s = s_ref;
  der(work) = -flange.f*der(flange.s);
end PrescribedPosition;
