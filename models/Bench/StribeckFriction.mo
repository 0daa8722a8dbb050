within Bench;
model StribeckFriction "Friction that sticks and slides, on the Stribeck curve of LuGreFriction"
  parameter Real slidingFriction(unit = "N") = 1 "Coulomb friction";
  parameter Real peakFriction(unit = "N") = 1.5 "static friction";
  parameter Real stribeckSpeed(unit = "m/s") = 0.001 "where it has fallen to sliding friction";
  extends FrictionElements.Interfaces.PartialFriction(
    v_rel(unit = "m/s"), a_rel(unit = "m/s2"), capacity(unit = "N"), friction(unit = "N"), f1(unit = "N.s/m") = 0.4);
  FrictionElements.Interfaces.TranslationalFlange flange;
equation
  capacity = slidingFriction + (peakFriction - slidingFriction)*exp(-(v_rel/stribeckSpeed)^2);
  v_rel = der(flange.s);
  flange.f = friction;
end StribeckFriction;
