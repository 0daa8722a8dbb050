within ReferenceProblems;
model StoppingBlock "A block slides until Coulomb friction has stopped it"
  parameter Real mu = 0.3 "coefficient of friction";
  parameter Real v0(unit = "m/s") = 3 "speed at the start";
  extends BlockOnTrack(
    m = 1,
    f0 = mu*m*g,
    f1 = 0,
    u = 0,
    v(start = v0),
    mode(start = 1) "Forward",
    energyAtStart = 0.5*m*v0^2);
  annotation(experiment(StartTime = 0, StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
end StoppingBlock;
