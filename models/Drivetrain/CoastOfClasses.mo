within Drivetrain;
model CoastOfClasses "Redeclarations in the modifiers of components, one of a function"
  Coast one(redeclare Parts.ByFunction load(redeclare function law = Functions.quadratic(c = 4)));
  Coast two(redeclare model Rotor = Parts.Disc(J = 5, w(start = 2)));
  model Tuned = Coast(load.d = 7);
  Tuned three(rotor.w.start = 4);
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end CoastOfClasses;
