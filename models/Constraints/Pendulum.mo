within Constraints;
model Pendulum "A point on a rod in Cartesian coordinates; it turns over if w0 is more than 2*sqrt(g/L)"
  parameter Real L(unit = "m") = 2;
  parameter Real m(unit = "kg") = 1.5;
  parameter Real w0(unit = "rad/s") = 5 "At the lowest point";
  constant Real g(unit = "m/s2") = 9.81;
  Real x(unit = "m", start = 0, fixed = true), y(unit = "m", start = -L);
  Real vx(unit = "m/s", start = w0*L, fixed = true), vy(unit = "m/s", start = 0);
  Real tension(unit = "N");
  Real phi(unit = "rad", start = 0, fixed = true) "The same by its angle";
  Real w(unit = "rad/s", start = w0, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -tension*x/L;
  m*der(vy) = -tension*y/L - m*g;
  x^2 + y^2 = L^2;
  der(phi) = w;
  L*der(w) = -g*sin(phi);
  annotation(experiment(StopTime = 6, Interval = 0.02, Tolerance = 1e-8));
end Pendulum;
