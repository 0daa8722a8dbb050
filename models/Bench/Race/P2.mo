within Bench.Race;
model P2 "Stick-slip of a mass pulled by a stiff spring"
  import FrictionElements.Translational.{Spring, Mass};
  PrescribedPosition hand(s_ref = 0.1*time);
  Spring spring(c = 100);
  Mass mass(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Friction floor(f0 = 1, peak = 1.5);
equation
  connect(mass.flange_b, spring.flange_a);
  connect(spring.flange_b, hand.flange);
  connect(floor.flange, mass.flange_a);
  annotation(experiment(StopTime = 20, Interval = 0.1, Tolerance = 1e-8));
end P2;
