// run: check -m M
connector RealOutput = output Real;
connector RealInput = input Real;
expandable connector Bus
end Bus;
block Sensor
  RealOutput y = time;
end Sensor;
block Sink
  RealInput u;
end Sink;
model SensorWithBus
  Bus bus;
  Sensor sensor;
equation
  // error: two sources drive one signal, `second.bus.speed`: `first.sensor.y` and `second.sensor.y` [ConnectIncompatible]
  connect(sensor.y, bus.speed);
end SensorWithBus;
model SinkWithBus
  Bus bus;
  Sink sink;
equation
  // error: nothing drives the signal `user.bus.torque`: only inputs are connected with it, such as `user.sink.u` [ConnectExpandable]
  connect(bus.torque, sink.u);
end SinkWithBus;
model M
  SensorWithBus first, second;
  SinkWithBus user;
  Bus bus;
equation
  connect(first.bus, bus);
  connect(second.bus, bus);
  connect(user.bus, bus);
end M;
