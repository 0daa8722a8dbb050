within Bench;
model StickSlip "E2: a mass pulled over a rough floor by a soft spring; friction sticks and slides"
  import FrictionElements.Translational.{Mass, Spring, PrescribedPosition};
  replaceable model Friction = StribeckFriction constrainedby PartialFloor "between the mass and the floor";
  PrescribedPosition hand(s_ref = 0.1*time);
  Spring spring(c = 2);
  Mass mass(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Friction floor;
equation
  connect(mass.flange_b, spring.flange_a);
  connect(spring.flange_b, hand.flange);
  connect(floor.flange, mass.flange_a);
  annotation(experiment(StopTime = 40, Interval = 0.01, Tolerance = 1e-8));
end StickSlip;
