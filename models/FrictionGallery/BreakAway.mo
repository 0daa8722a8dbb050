within FrictionGallery;
model BreakAway "A force that grows steadily sets a block going: how large is the friction at its first maximum?"
  import FrictionElements.Translational.{Mass, Force};
  replaceable model Friction = FrictionElements.Elastic.Translational.LuGre(peak = 1.5, f1 = 0.4) constrainedby FrictionElements.Elastic.Translational.PartialBearing "of the block";
  parameter Real rate(unit = "N/s") = 1 "of the force";
  Force push(f = rate*time);
  Mass body(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Friction floor;
equation
  connect(push.flange, body.flange_b);
  connect(body.flange_a, floor.flange_a);
  annotation(experiment(StopTime = 2, Interval = 0.001, Tolerance = 1e-8));
end BreakAway;
