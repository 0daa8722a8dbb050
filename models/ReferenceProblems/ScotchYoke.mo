within ReferenceProblems;
model ScotchYoke
  "A flywheel drives a rubbing slider through a crank; at the dead centres the slider cannot hold the wheel, so its stuck mode is inertial"
  parameter Real J(unit = "kg.m2") = 1 "inertia of the flywheel";
  parameter Real m(unit = "kg") = 0.5 "mass of the slider";
  parameter Real r(unit = "m") = 0.5 "crank radius";
  parameter Real F(unit = "N") = 8 "friction of the slider";
  parameter Real m_inv(unit = "1/kg") = 1e-9 "inverse of the inertia that the stuck slider puts against its force";
  constant Integer Backward = -1, Stuck = 0, Forward = 1;
  Real phi(unit = "rad", start = 0, fixed = true) "crank angle";
  Real w(unit = "rad/s", start = 10, fixed = true) "angular speed";
  Real x(unit = "m") "position of the slider";
  Real v(unit = "m/s") "speed of the slider";
  Real a(unit = "m/s2") "acceleration of the slider";
  Real f(unit = "N") "friction on the slider";
  Real load(unit = "N") "force of the crank pin on the slider";
  Real sa "parameter of the friction curve";
  Boolean startFor, startBack;
  Integer mode(start = Stuck, fixed = true);
  Real heat(unit = "J", start = 0, fixed = true) "heat made since the start";
equation
  der(phi) = w;
  J*der(w) = load*r*sin(phi);
  x = r*cos(phi);
  v = der(x);
  a = der(v);
  m*a = load - f;
  startFor = pre(mode) == Stuck and sa > 1;
  startBack = pre(mode) == Stuck and sa < -1;
  a = if pre(mode) == Forward or startFor then sa - 1
      elseif pre(mode) == Backward or startBack then sa + 1
      else m_inv*f;
  f = if pre(mode) == Forward or startFor then F
      elseif pre(mode) == Backward or startBack then -F
      else F*sa;
  mode = if (pre(mode) == Forward or startFor) and v > 0 then Forward
         elseif (pre(mode) == Backward or startBack) and v < 0 then Backward
         else Stuck;
  der(heat) = f*v;
  annotation(experiment(StopTime = 4.5, Interval = 0.01, Tolerance = 1e-8));
end ScotchYoke;
