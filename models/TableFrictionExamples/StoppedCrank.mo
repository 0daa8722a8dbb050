within TableFrictionExamples;
model StoppedCrank "The crank is turned and stops in the middle of the stroke: there the slider stays"
  extends Crank;
equation
  phi = if time < 1 then 0.5*time else 0.5;
  annotation(experiment(StopTime = 3, Interval = 0.01, Tolerance = 1e-9));
end StoppedCrank;
