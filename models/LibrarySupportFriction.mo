model LibrarySupportFriction
  "TableFrictionExamples.BreakAway of elements of the Modelica Standard Library: the library has to be on MODELICAPATH"
  import Modelica.Mechanics.Translational;
  Translational.Components.SupportFriction bearing(f_pos = [0, 5; 1, 3; 2, 4; 3, 6], peak = 1.2, useHeatPort = true);
  Translational.Components.Mass shaft(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Translational.Sources.Force push;
  Modelica.Blocks.Sources.Ramp ramp(height = 40, duration = 10);
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor housing(C = 50, T(start = 293.15, fixed = true));
equation
  connect(ramp.y, push.f);
  connect(push.flange, shaft.flange_a);
  connect(shaft.flange_b, bearing.flange_a);
  connect(bearing.heatPort, housing.port);
  annotation(experiment(StopTime = 4, Interval = 0.02, Tolerance = 1e-9));
end LibrarySupportFriction;
