within Drivetrain;
model Coast "A disc runs down against a replaceable load"
  replaceable model Rotor = Parts.Disc(J = 2) constrainedby Parts.TwoFlanges;
  replaceable Parts.Linear load(d = 3) constrainedby Parts.OneFlange(scale = 0.5);
  Rotor rotor;
equation
  connect(rotor.flange_b, load.flange);
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end Coast;
