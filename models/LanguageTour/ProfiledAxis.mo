within LanguageTour;
model ProfiledAxis "A rubbing cart is driven along a speed profile that a function computes"
  extends EnergyAccount;
  FrictionElements.Translational.PrescribedSpeed drive(v_ref = trapezoid(time, 2, 1, 3));
  FrictionElements.Translational.SupportFriction floor(f0 = 4);
  Real c = polynomial({1, -2, 0.5}, 3) "1 - 2*3 + 0.5*9";
  Real r = cubeRoot(27) "3";
equation
  connect(drive.flange, floor.flange);
  work = drive.work;
  heat = floor.heat;
  energy = 0;
  annotation(experiment(StopTime = 2.9, Interval = 0.01, Tolerance = 1e-8));
end ProfiledAxis;
