within FrictionElements.Translational;
model Reaction "A flange that takes a given force of the part it belongs to"
  input Types.Force f "force into this flange";
  Interfaces.TranslationalFlange flange;
equation
  flange.f = f;
end Reaction;
