within FrictionGallery;
model Reversal "The speed swings to and fro: how late is the friction?"
  import FrictionElements.Translational.PrescribedSpeed;
  replaceable model Friction = FrictionElements.Elastic.Translational.LuGre(peak = 1.5, f1 = 0.4) constrainedby FrictionElements.Elastic.Translational.PartialBearing "of the block";
  PrescribedSpeed drive(v_ref = 0.002*sin(10*time));
  Friction floor;
equation
  connect(drive.flange, floor.flange_a);
  annotation(experiment(StopTime = 1.5, Interval = 0.001, Tolerance = 1e-8));
end Reversal;
