within TableFrictionExamples;
model TurningCrank "The crank turns at a given speed, from its dead centre: two reversals a turn, and four times r*F of work"
  extends Crank;
  parameter FrictionElements.Types.AngularVelocity speed = 10;
equation
  phi = speed*time;
  annotation(experiment(StopTime = 1.5707963267948966, Interval = 0.005, Tolerance = 1e-9));
end TurningCrank;
