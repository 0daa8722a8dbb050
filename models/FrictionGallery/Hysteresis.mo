within FrictionGallery;
model Hysteresis "A force below the break-away force goes up, down and up again: how far has the block moved?"
  import FrictionElements.Translational.{Mass, Force};
  replaceable model Friction = FrictionElements.Elastic.Translational.LuGre(peak = 1.5, f1 = 0.4) constrainedby FrictionElements.Elastic.Translational.PartialBearing "of the block";
  parameter FrictionElements.Types.Force largest = 1.425 "of the force";
  parameter Real rate(unit = "N/s") = 0.1 "of the force";
  final parameter FrictionElements.Types.Time quarter = largest/rate;
  Force push(f = if time < quarter then rate*time
                 elseif time < 3*quarter then 2*largest - rate*time
                 else rate*time - 4*largest);
  Mass body(m = 1, s(start = 0, fixed = true, nominal = 1e-5), v(start = 0, fixed = true, nominal = 1e-5));
  Friction floor;
equation
  connect(push.flange, body.flange_b);
  connect(body.flange_a, floor.flange_a);
  annotation(experiment(StopTime = 71.25, Interval = 0.0375, Tolerance = 1e-8));
end Hysteresis;
