// run: check -m Loop
connector RealInput = input Real;
connector RealOutput = output Real;

block Sensor
  // warning: the two sides of this equation have different units: `sensor.y` is in "m", `time` in "s" [UnitMismatch]
  //                         ^
  RealOutput y(unit = "m") = time;
end Sensor;

block Controller
  RealInput u(unit = "m/s");
  RealInput free;
end Controller;

model Loop
  Sensor sensor;
  Controller controller;
equation
  // warning: the two sides of this equation have different units: `sensor.y` is in "m", `controller.u` in "m/s" [UnitMismatch]
  connect(sensor.y, controller.u);
  connect(sensor.y, controller.free);
end Loop;
