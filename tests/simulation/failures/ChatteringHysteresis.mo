model ChatteringHysteresis "A two-point controller whose band lies below what the tolerance can tell apart"
  parameter Real low = -1e-13 "switches on below";
  parameter Real high = 1e-13 "switches off above";
  Real x(start = -0.5, fixed = true);
  Boolean below = x < low;
  Boolean above = x > high;
  Boolean on(start = true, fixed = true);
equation
  der(x) = if on then 1 else -1;
  when {below, above} then
    on = below;
  end when;
end ChatteringHysteresis;
