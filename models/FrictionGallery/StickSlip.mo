within FrictionGallery;
model StickSlip "A soft spring drags a block: it sticks and slips in turn"
  import FrictionElements.Translational.{Mass, Spring, PrescribedPosition};
  replaceable model Friction = FrictionElements.Elastic.Translational.LuGre(peak = 1.5, f1 = 0.4) constrainedby FrictionElements.Elastic.Translational.PartialBearing "of the block";
  PrescribedPosition hand(s_ref = 0.1*time);
  Spring spring(c = 2);
  Mass body(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Friction floor;
equation
  connect(body.flange_b, spring.flange_a);
  connect(spring.flange_b, hand.flange);
  connect(body.flange_a, floor.flange_a);
  annotation(experiment(StopTime = 40, Interval = 0.01, Tolerance = 1e-8));
end StickSlip;
