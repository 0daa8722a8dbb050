// run: check
model Shaft "Units that agree, and places at which one is not known"
  constant Real g(unit = "m/s2") = 9.81;
  constant Real unitTorque(unit = "N.m") = 1 "makes a torque a number";
  Real level(unit = "1") = k*phi/unitTorque;
  Real torque(unit = "N.m") = 2*level*unitTorque;
  parameter Real J(unit = "kg.m2") = 1;
  parameter Real d(unit = "N.m.s/rad") = 0.1;
  parameter Real k(unit = "N.m/rad") = 10;
  parameter Real f(unit = "Hz") = 2;
  parameter Real T(unit = "K") = 300;
  parameter Real plain = 3 "no unit";
  Real celsius(unit = "degC") = T - 273.15;
  Real w(unit = "rad/s", start = 1, fixed = true);
  Real phi(unit = "rad", start = 0, fixed = true);
  Real energy(unit = "J") = J*w^2/2 + k*phi^2/2;
  Real energyOfMotion(unit = "J") = J*w*w;
  Real swing(unit = "rad/s") = sqrt(k/J);
  Real power(unit = "W") = d*w^2;
  Real turns(unit = "1") = phi;
  Real rate(unit = "1/s") = w;
  Real fall(unit = "m") = 0.5*g*time^2;
  Real wave(unit = "rad") = sin(f*time) + atan2(phi, turns) + plain*w;
equation
  der(phi) = w;
  J*der(w) = -d*w - k*phi;
end Shaft;
