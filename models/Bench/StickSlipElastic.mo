within Bench;
model StickSlipElastic "E1: the same with elastic friction"
  extends StickSlip(redeclare model Friction = LuGreFriction(viscous = 0.4));
  annotation(experiment(StopTime = 40, Interval = 0.01, Tolerance = 1e-8));
end StickSlipElastic;
