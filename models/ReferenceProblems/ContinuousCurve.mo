within ReferenceProblems;
model ContinuousCurve "The friction curve of the continuous element, run through at a steadily growing speed"
  import FrictionElements.Translational.{ContinuousFriction, Fixed, PrescribedSpeed};
  Fixed floor;
  ContinuousFriction friction;
  PrescribedSpeed drive(v_ref = 0.5*time);
equation
  connect(floor.flange, friction.flange_a);
  connect(friction.flange_b, drive.flange);
  annotation(experiment(StopTime = 1, Interval = 0.1, Tolerance = 1e-8));
end ContinuousCurve;
