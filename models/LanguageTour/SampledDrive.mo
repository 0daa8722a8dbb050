within LanguageTour;
model SampledDrive "A clocked controller brings a drive to its target in two sample periods, and holds it there"
  parameter Real Ts(unit = "s") = 0.5 "sample period";
  parameter Real target(unit = "m") = 2;
  Real s(unit = "m", start = 0, fixed = true), v(unit = "m/s", start = 0, fixed = true);
  Real a(unit = "m/s2") = hold(command) "acceleration of the drive";
  Clock clock = Clock(Ts);
  Real position(unit = "m"), speed(unit = "m/s") "as sampled";
  Real command(unit = "m/s2", start = 0) "deadbeat: both poles of the sampled drive are 0";
  Integer ticks(start = 0);
  Real firstPosition(unit = "m", start = -1) "position at the first tick";
equation
  der(s) = v;
  der(v) = a;
  when clock then
    position = sample(s);
    speed = sample(v);
    command*interval()^2 + 1.5*speed*interval() = target - position;
    ticks = previous(ticks) + 1;
    firstPosition = if firstTick() then position else previous(firstPosition);
  end when;
  annotation(experiment(StopTime = 3.1, Interval = 0.02, Tolerance = 1e-8));
end SampledDrive;
