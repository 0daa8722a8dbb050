within Drivetrain;
model CoastQuadratic "The load redeclared; the constraining clause keeps its modifier"
  extends Coast(redeclare Parts.Quadratic load(c = 4), redeclare replaceable model Rotor = Parts.Disc(J = 3));
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end CoastQuadratic;
