within Bench;
model LuGreFriction "Friction of elastic bristles (LuGre): it never sticks, it deflects"
  import FrictionElements.Interfaces.TranslationalFlange;
  parameter Real stiffness(unit = "N/m") = 1e5 "of the bristles";
  parameter Real damping(unit = "N.s/m") = sqrt(1e5) "of the bristles";
  parameter Real viscous(unit = "N.s/m") = 0 "viscous friction";
  parameter Real slidingFriction(unit = "N") = 1 "Coulomb friction";
  parameter Real peakFriction(unit = "N") = 1.5 "static friction";
  parameter Real stribeckSpeed(unit = "m/s") = 0.001 "where it has fallen to sliding friction";
  TranslationalFlange flange;
  Real v(unit = "m/s") "speed";
  Real z(unit = "m", start = 0, fixed = true, nominal = 1e-5) "mean deflection of the bristles";
  Real bound(unit = "N") "friction of a steady motion, without its viscous part";
equation
  v = der(flange.s);
  bound = slidingFriction + (peakFriction - slidingFriction)*exp(-(v/stribeckSpeed)^2);
  der(z) = v - stiffness*noEvent(abs(v))/bound*z;
  flange.f = stiffness*z + damping*der(z) + viscous*v;
end LuGreFriction;
