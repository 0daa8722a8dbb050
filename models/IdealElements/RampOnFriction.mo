within IdealElements;
model RampOnFriction "A growing force breaks a mass away"
  import FrictionElements.{Ideal,Translational};
  parameter FrictionElements.Types.Mass m = 2 "mass";
  parameter Real k(unit = "N/s") = 3 "growth of the force";
  Translational.Fixed floor;
  Ideal.Friction friction(f0 = 6, f1 = 1);
  Translational.Mass body(m = m, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Translational.Force push(f = k*time);
equation
  connect(floor.flange, friction.flange_a);
  connect(friction.flange_b, body.flange_a);
  connect(push.flange, body.flange_b);
  annotation(experiment(StopTime = 6, Interval = 0.02, Tolerance = 1e-9));
end RampOnFriction;
