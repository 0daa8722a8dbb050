within FrictionElements.Translational;
model Force "A force on a flange, given as an input"
  input Types.Force f "the force, positive towards positive positions";
  Interfaces.TranslationalFlange flange;
  Types.Energy work(start = 0, fixed = true) "work done by the force since the start";
equation
  flange.f = -f;
  der(work) = f*der(flange.s);
end Force;
