within IdealElements;
model Freewheeling "The current of a coil goes on through a diode when its switch opens"
  import FrictionElements.Ideal.*;
  VoltageSource battery(u = 6);
  Switch switch(closed = time < 1 or time > 2);
  Diode diode;
  Inductor coil(L = 1, i(start = 0, fixed = true));
  Resistor load(R = 2);
  Ground ground;
equation
  connect(battery.p, switch.p);
  connect(switch.n, coil.p);
  connect(coil.n, load.p);
  connect(load.n, battery.n);
  connect(diode.n, coil.p);
  connect(diode.p, battery.n);
  connect(battery.n, ground.p);
  annotation(experiment(StopTime = 3, Interval = 0.02, Tolerance = 1e-9));
end Freewheeling;
