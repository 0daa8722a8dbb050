within TableFrictionExamples;
model BreakAway "A growing force breaks a shaft away; the friction falls with the speed up to 1 m/s and then rises, also beyond the table"
  import FrictionElements.Translational;
  parameter FrictionElements.Types.Mass m = 2 "mass of the shaft";
  parameter Real k(unit = "N/s") = 4 "growth of the force";
  Translational.TableFriction bearing(f_pos = [0, 5; 1, 3; 2, 4; 3, 6], peak = 1.2, useHeatPort = true);
  Translational.Mass shaft(m = m, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Translational.Force push(f = k*time);
  Translational.HeatCapacity housing(C = 50);
equation
  connect(push.flange, shaft.flange_a);
  connect(shaft.flange_b, bearing.flange_a);
  connect(bearing.heatPort, housing.port);
  annotation(experiment(StopTime = 4, Interval = 0.02, Tolerance = 1e-9));
end BreakAway;
