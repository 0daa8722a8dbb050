within IdealElements;
model Rectifier "A diode, a coil and a resistor at an alternating voltage"
  import FrictionElements.Ideal.*;
  VoltageSource source(u = 5*sin(2*time));
  Diode diode;
  Inductor coil(L = 2, i(start = 0, fixed = true));
  Resistor load(R = 3);
  Ground ground;
equation
  connect(source.p, diode.p);
  connect(diode.n, coil.p);
  connect(coil.n, load.p);
  connect(load.n, source.n);
  connect(source.n, ground.p);
  annotation(experiment(StopTime = 6, Interval = 0.02, Tolerance = 1e-9));
end Rectifier;
