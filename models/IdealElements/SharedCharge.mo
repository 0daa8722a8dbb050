within IdealElements;
model SharedCharge "A switch without resistance connects two charged capacitors; one of them leaks"
  import FrictionElements.Ideal.*;
  Capacitor one(C = 3, v(start = 4, fixed = true)), other(C = 1, v(start = -2, fixed = true));
  Resistor leak(R = 2);
  Switch switch(closed = time > 1);
  Ground ground;
equation
  connect(one.p, switch.p);
  connect(switch.n, other.p);
  connect(one.n, ground.p);
  connect(other.n, ground.p);
  connect(leak.p, other.p);
  connect(leak.n, ground.p);
  annotation(experiment(StopTime = 3, Interval = 0.02, Tolerance = 1e-9));
end SharedCharge;
