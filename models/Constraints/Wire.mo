within Constraints;
model Wire "A resistor between two capacitors, one of which leaks, and what is left of it without resistance"
  parameter Real C1(unit = "F") = 1, C2(unit = "F") = 2, R(unit = "Ohm") = 0, leak(unit = "Ohm") = 1;
  Real u1(unit = "V", start = 3, fixed = true), u2(unit = "V"), i(unit = "A");
equation
  C1*der(u1) = -i - u1/leak;
  C2*der(u2) = i;
  R*i = u1 - u2;
  annotation(experiment(StopTime = 5, Interval = 0.05, Tolerance = 1e-8));
end Wire;
