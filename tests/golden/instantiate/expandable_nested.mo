// run: dump --ir=flat -m Engine
connector RealInput = input Real;
connector RealOutput = output Real;
expandable connector Bus
end Bus;
expandable connector CylinderBus
  Real spark;
end CylinderBus;
block Source
  parameter Real k = 1;
  RealOutput y = k;
end Source;
block Sink
  RealInput u;
  Real twice = 2*u;
end Sink;
model Cylinder
  parameter Boolean measures = false;
  CylinderBus bus;
  Sink plug;
  Source pressure if measures;
equation
  connect(bus.spark, plug.u);
  connect(pressure.y, bus.pressure);
end Cylinder;
model Engine
  parameter Boolean warm = false;
  Bus bus;
  Cylinder cylinder[2](measures = {false, true});
  Source spark[2](k = {3, 4}), temperature;
equation
  for i in 1:2 loop
    connect(cylinder[i].bus, bus.cylinder[i]);
    connect(bus.cylinder[i].spark, spark[i].y);
  end for;
  if warm then
    connect(temperature.y, bus.oil);
  else
    connect(temperature.y, bus.air);
  end if;
end Engine;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model Engine
//|   parameter Boolean warm = false;
//|   output Real bus.cylinder[1].spark;
//|   output Real bus.cylinder[2].spark;
//|   Real bus.cylinder[2].pressure;
//|   output Real bus.air;
//|   parameter Boolean cylinder[1].measures = false;
//|   Real cylinder[1].bus.spark;
//|   Real cylinder[1].plug.u;
//|   Real cylinder[1].plug.twice;
//|   parameter Boolean cylinder[2].measures = true;
//|   Real cylinder[2].bus.spark;
//|   Real cylinder[2].bus.pressure;
//|   Real cylinder[2].plug.u;
//|   Real cylinder[2].plug.twice;
//|   parameter Real cylinder[2].pressure.k = 1.0;
//|   Real cylinder[2].pressure.y;
//|   parameter Real spark[1].k = 3.0;
//|   Real spark[1].y;
//|   parameter Real spark[2].k = 4.0;
//|   Real spark[2].y;
//|   parameter Real temperature.k = 1.0;
//|   Real temperature.y;
//| equation
//|   cylinder[1].plug.twice = 2.0*cylinder[1].plug.u;
//|   cylinder[2].plug.twice = 2.0*cylinder[2].plug.u;
//|   cylinder[2].pressure.y = cylinder[2].pressure.k;
//|   spark[1].y = spark[1].k;
//|   spark[2].y = spark[2].k;
//|   temperature.y = temperature.k;
//|   bus.cylinder[1].spark = cylinder[1].bus.spark;
//|   bus.cylinder[1].spark = cylinder[1].plug.u;
//|   bus.cylinder[1].spark = spark[1].y;
//|   bus.cylinder[2].spark = cylinder[2].bus.spark;
//|   bus.cylinder[2].spark = cylinder[2].plug.u;
//|   bus.cylinder[2].spark = spark[2].y;
//|   bus.cylinder[2].pressure = cylinder[2].bus.pressure;
//|   bus.cylinder[2].pressure = cylinder[2].pressure.y;
//|   bus.air = temperature.y;
//| end Engine;
