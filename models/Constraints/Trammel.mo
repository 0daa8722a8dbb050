within Constraints;
model Trammel "A ladder between two rails: each of its ends is at rest, and tells nothing of the other, twice a turn"
  parameter Real L(unit = "m") = 1;
  parameter Real m1(unit = "kg") = 2, m2(unit = "kg") = 2;
  Real x(unit = "m", start = 1, fixed = true), y(unit = "m", start = 0.1);
  Real vx(unit = "m/s", start = 0), vy(unit = "m/s", start = 3, fixed = true);
  Real f(unit = "N");
  Real energy(unit = "J") = (m1*vx^2 + m2*vy^2)/2;
equation
  der(x) = vx;
  der(y) = vy;
  m1*der(vx) = -f*x/L;
  m2*der(vy) = -f*y/L;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime = 5, Interval = 0.02, Tolerance = 1e-8));
end Trammel;
