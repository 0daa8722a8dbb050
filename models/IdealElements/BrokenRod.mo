within IdealElements;
model BrokenRod "A stone is whirled round on a rod that breaks"
  parameter Real r(unit = "m") = 2, w(unit = "rad/s") = 3, t_break(unit = "s") = 1;
  Real x(start = r, fixed = true), y(start = 0, fixed = true);
  Real vx(start = 0, fixed = true), vy(start = r*w, fixed = true);
  Real pull "force of the rod per length and mass";
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -pull*x;
  der(vy) = -pull*y;
  if time < t_break then
    x^2 + y^2 = r^2;
  else
    pull = 0;
  end if;
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-9));
end BrokenRod;
