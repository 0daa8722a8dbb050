within Drivetrain;
model OptionalBrakeUsed
  extends OptionalBrake(useBrake = true);
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end OptionalBrakeUsed;
