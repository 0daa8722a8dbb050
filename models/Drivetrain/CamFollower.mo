within Drivetrain;
model CamFollower "A mass follows a cam: index reduction differentiates a function twice, by its derivative functions"
  parameter Real lift = 0.5;
  parameter Real m(unit = "kg") = 2;
  Real phi(start = 0.25, fixed = true), w(start = 3, fixed = true), s, v;
  Real f "force between cam and mass";
equation
  s = Functions.cam(phi, lift);
  der(s) = v;
  m*der(v) = f;
  der(phi) = w;
  der(w) = -w;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end CamFollower;
