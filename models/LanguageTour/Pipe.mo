within LanguageTour;
model Pipe "A plug of warm water in a pipe that is flushed to and fro (MLS 3.7.4.2)"
  parameter Real L(unit = "m") = 4;
  Real v(unit = "m/s") = if time < 3 then 1 else -2 "of the water";
  Real x(start = 0, fixed = true) "how many lengths it has moved";
  Real left, right "temperature at the ends";
  Real wave(start = 0, fixed = true) "heat that has come out at the right end";
  Real fromLeft = time*time, fromRight = 10 + time "temperature of what enters";
equation
  der(x) = v/L;
  (left, right) = spatialDistribution(fromLeft, fromRight, x, v >= 0, {0, 0.5, 0.5, 0.75, 0.75, 1}, {0, 0, 1, 1, 0, 0});
  der(wave) = if v >= 0 then right*v else 0;
  annotation(experiment(StopTime = 7, Tolerance = 1e-8));
end Pipe;
