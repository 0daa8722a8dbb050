within FrictionGallery;
model Impact "A hammer gives a block that holds a load a speed of 0.1 m/s: how far does it slide, and does it stay there?"
  import FrictionElements.Translational.{Mass, Force};
  replaceable model Friction = FrictionElements.Elastic.Translational.LuGre(peak = 1.5, f1 = 0.4) constrainedby FrictionElements.Elastic.Translational.PartialBearing "of the block";
  Force push(f = 0.5);
  Mass body(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Friction floor;
equation
  connect(push.flange, body.flange_b);
  connect(body.flange_a, floor.flange_a);
  when time > 1 then
    reinit(body.v, body.v + 0.1);
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.001, Tolerance = 1e-8));
end Impact;
