// run: dump --ir=flat -m Engine
connector RealInput = input Real;
connector RealOutput = output Real;
expandable connector EngineBus
  Real temperature "declared, and nobody gives it";
end EngineBus;
block Sensor
  RealOutput speed(unit = "rad/s") = 2*time;
end Sensor;
block Actuator
  RealInput speed;
  Real twice = 2*speed;
end Actuator;
model SensorWithBus
  EngineBus bus;
  Sensor sensor;
equation
  connect(bus.speed, sensor.speed);
end SensorWithBus;
model ActuatorWithBus
  EngineBus bus;
  Actuator actuator;
equation
  connect(bus.speed, actuator.speed);
end ActuatorWithBus;
model Engine
  ActuatorWithBus actuator;
  SensorWithBus sensor;
  EngineBus bus;
equation
  connect(bus, actuator.bus);
  connect(bus, sensor.bus);
end Engine;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model Engine
//|   Real actuator.bus.speed;
//|   Real actuator.actuator.speed;
//|   Real actuator.actuator.twice;
//|   Real sensor.bus.speed(unit = "rad/s");
//|   Real sensor.sensor.speed(unit = "rad/s");
//|   Real bus.speed;
//| equation
//|   actuator.actuator.twice = 2.0*actuator.actuator.speed;
//|   sensor.sensor.speed = 2.0*time;
//|   actuator.bus.speed = actuator.actuator.speed;
//|   actuator.bus.speed = sensor.bus.speed;
//|   actuator.bus.speed = sensor.sensor.speed;
//|   actuator.bus.speed = bus.speed;
//| end Engine;
