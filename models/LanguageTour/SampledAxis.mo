within LanguageTour;
model SampledAxis "A sampled position controller drives an axis with friction"
  import SI = FrictionElements.Types;
  import FrictionElements.Translational;
  parameter SI.Time Ts = 0.01 "sample period";
  parameter SI.Position target = 0.5 "where to go";
  parameter Real kp(unit = "N/m") = 40, kd(unit = "N.s/m") = 12;
  Translational.Mass slide(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Translational.SupportFriction guide(f0 = 3, f1 = 1);
  Translational.Force motor(f = command);
  discrete SI.Force command(start = 0, fixed = true) "force that the controller asks for";
  discrete SI.Position measured(start = 0, fixed = true) "position at the last sample";
  Integer samples(start = 0, fixed = true) "number of samples taken";
equation
  connect(motor.flange, slide.flange_a);
  connect(slide.flange_b, guide.flange);
  when sample(0, Ts) then
    measured = slide.s;
    command = kp*(target - measured) - kd*(measured - pre(measured))/Ts;
    samples = pre(samples) + 1;
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.02, Tolerance = 1e-8));
end SampledAxis;
