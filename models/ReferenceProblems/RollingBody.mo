within ReferenceProblems;
model RollingBody "A round body is set on the floor without turning: it slips until it rolls"
  extends FrictionElements.Interfaces.PartialFriction;
  parameter Real c = 1/2 "moment of inertia / (m*R^2)";
  parameter Real m(unit = "kg") = 1 "mass";
  parameter Real R(unit = "m") = 0.1 "radius";
  parameter Real mu = 0.25 "coefficient of friction";
  parameter Real v0(unit = "m/s") = 7 "speed at the start";
  Real x(unit = "m", start = 0, fixed = true) "position";
  Real v(unit = "m/s", start = v0, fixed = true) "speed of the centre";
  Real w(unit = "rad/s", start = 0, fixed = true) "angular speed";
  Real energy(unit = "J") = 0.5*m*v^2 + 0.5*c*m*R^2*w^2 "kinetic energy";
  Real energyError(unit = "J") = 0.5*m*v0^2 - energy - heat "what the energy balance misses";
equation
  capacity = mu*m*g;
  v_rel = v - R*w;
  der(x) = v;
  m*der(v) = -friction;
  c*m*R^2*der(w) = R*friction;
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
end RollingBody;
