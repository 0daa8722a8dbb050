within ReferenceProblems;
model DenHartog "The steady vibration with Coulomb friction and without stops (Den Hartog 1931); it begins at a turning point"
  parameter Real r = 0.8 "frequency of the exciting force / natural frequency";
  parameter Real P(unit = "N") = 1 "amplitude of the force";
  final parameter Real k(unit = "N/m") = 1 "stiffness; with the mass of 1 kg the natural frequency is 1 rad/s";
  final parameter Real half(unit = "s") = pi/r "half a period";
  final parameter Real V = 1/(1 - r^2) "amplification without friction";
  final parameter Real U = sin(half)/(r*(1 + cos(half))) "what friction does to it";
  final parameter Real amplitude(unit = "m") = sqrt((P*V)^2 - (f0*U)^2)/k "of the block";
  final parameter Real phase(unit = "rad") = atan2(-f0*U/V, k*amplitude/V) "of the force at the turning point";
  extends BlockOnTrack(m = 1, f0 = 0.2, u = P*cos(r*time + phase) - k*x, x(start = amplitude));
protected
  constant Real pi = 3.141592653589793;
  annotation(experiment(StopTime = 60, Interval = 0.05, Tolerance = 1e-8));
end DenHartog;
