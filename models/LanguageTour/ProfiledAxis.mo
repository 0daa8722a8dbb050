within LanguageTour;
model ProfiledAxis "A damped cart is driven along a speed profile that a function computes"
  import FrictionElements.Translational.{Damper, Fixed, PrescribedSpeed};
  extends EnergyAccount;
  PrescribedSpeed drive(v_ref = trapezoid(time, 2, 1, 3));
  Damper damper(d = 4);
  Fixed rail;
  Real c = polynomial({1, -2, 0.5}, 3) "1 - 2*3 + 0.5*9";
  Real r = cubeRoot(27) "3";
equation
  connect(rail.flange, damper.flange_a);
  connect(damper.flange_b, drive.flange);
  work = drive.work;
  heat = damper.heat;
  energy = 0;
  annotation(experiment(StopTime = 3, Interval = 0.01, Tolerance = 1e-8));
end ProfiledAxis;
