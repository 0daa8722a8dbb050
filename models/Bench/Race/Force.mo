within Bench.Race;
model Force "A force on a flange, given as an input"
  input Real f(unit = "N") "the force, positive towards positive positions";
  FrictionElements.Interfaces.TranslationalFlange flange;
equation
  flange.f = -f;
end Force;
