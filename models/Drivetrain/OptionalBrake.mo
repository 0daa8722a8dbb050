within Drivetrain;
model OptionalBrake "A brake, its connector and their connections are there only if wanted"
  parameter Boolean useBrake = false;
  parameter Integer grounds = 1;
  Parts.Disc disc;
  Parts.Spring spring(k = 4);
  Parts.Ground ground if grounds > 0;
  Parts.Linear brake(d = 5) if useBrake;
  Parts.Linear spare[2](each d = 1) if useBrake and grounds > 1;
  Parts.Flange port if useBrake;
equation
  connect(disc.flange_b, spring.flange_a);
  connect(spring.flange_b, ground.flange);
  connect(disc.flange_a, port);
  connect(port, brake.flange);
  for i in 1:2 loop
    connect(spare[i].flange, disc.flange_a);
  end for;
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end OptionalBrake;
