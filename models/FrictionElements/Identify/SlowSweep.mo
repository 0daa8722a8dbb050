within FrictionElements.Identify;
model SlowSweep "How far is a law from friction that was measured while the speed grew slowly?"
  replaceable model Friction = Elastic.Translational.LuGre(f0 = f0, peak = peak, stribeckSpeed = stribeckSpeed, f1 = f1)
    constrainedby Elastic.Translational.PartialBearing "the law, with the constants below";
  parameter Types.Force f0 = 1 "sliding friction at the speed 0";
  parameter Real peak(min = 1) = 1.5 "largest holding friction / f0";
  parameter Types.Velocity stribeckSpeed = 0.001 "where the peak has fallen to 1/e";
  parameter Types.TranslationalDamping f1 = 0 "viscous friction";
  parameter Real measured[:, 2] =
    [ 0.0012, 1.6566; 0.0024, 1.5353; 0.0036, 1.4239; 0.0048, 1.3270; 0.0060, 1.2904;
      0.0072, 1.2539; 0.0084, 1.2531; 0.0096, 1.2485; 0.0108, 1.2643; 0.0120, 1.2685;
      0.0132, 1.2559; 0.0144, 1.2744; 0.0156, 1.2774; 0.0168, 1.2769; 0.0180, 1.2855;
      0.0192, 1.2906; 0.0204, 1.2975; 0.0216, 1.3023; 0.0228, 1.3089; 0.0240, 1.3134;
      0.0252, 1.3242; 0.0264, 1.3330; 0.0276, 1.3274; 0.0288, 1.3517; 0.0300, 1.3602]
    "speed [m/s] and friction [N]";
  final parameter Integer n = size(measured, 1) "number of measurements";
  parameter Types.Time duration = 30 "of the sweep";
  Types.Force deviation "root of the mean square of law - measurement";
  Friction bearing;
protected
  Translational.PrescribedSpeed drive(v_ref = measured[1, 1] + (measured[n, 1] - measured[1, 1])*time/duration);
  Real square(unit = "N2.s", start = 0, fixed = true);
equation
  connect(drive.flange, bearing.flange_a);
  der(square) = (bearing.f - Functions.linearTable(measured, bearing.v))^2;
  deviation = sqrt(square/max(time, 0.01*duration));
  annotation(experiment(StopTime = 30, Tolerance = 1e-6));
end SlowSweep;
