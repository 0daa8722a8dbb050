within FrictionGallery;
model Hold "A force that stays below the break-away force, and shakes, acts for an hour: does the block stay?"
  import FrictionElements.Translational.{Mass, Force};
  replaceable model Friction = FrictionElements.Elastic.Translational.LuGre(peak = 1.5, f1 = 0.4) constrainedby FrictionElements.Elastic.Translational.PartialBearing "of the block";
  parameter FrictionElements.Types.Force mean = 0.35 "of the force";
  parameter FrictionElements.Types.Force amplitude = 0.25 "of its shaking";
  constant Real pi = 2*asin(1);
  Force push(f = mean + amplitude*sin(10*pi*time));
  Mass body(m = 1, s(start = 0, fixed = true, nominal = 1e-5), v(start = 0, fixed = true, nominal = 1e-5));
  Friction floor;
equation
  connect(push.flange, body.flange_b);
  connect(body.flange_a, floor.flange_a);
  annotation(experiment(StopTime = 3600, Interval = 10, Tolerance = 1e-6));
end Hold;
