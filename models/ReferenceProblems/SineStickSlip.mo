within ReferenceProblems;
model SineStickSlip "A sine force moves a block back and forth with rests between"
  SlidingBlockEnumeration slider(m = 1, f0 = 0.8, u = sin(time)) "the block";
  extends EnergyAccount(work(start = 0, fixed = true), heat(start = 0, fixed = true));
  Real x(unit = "m", start = 0, fixed = true) "position of the block";
equation
  der(x) = slider.v;
  der(work) = slider.u*slider.v;
  der(heat) = slider.f*slider.v;
  energy = 0.5*slider.m*slider.v^2;
  annotation(experiment(StopTime = 20, Interval = 0.1, Tolerance = 1e-8));
end SineStickSlip;
