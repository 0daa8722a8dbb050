within FrictionElements.Translational;
model Surroundings "Takes any heat at a fixed temperature"
  parameter Types.Temperature T = 293.15 "the temperature";
  Interfaces.HeatPort port;
equation
  port.T = T;
end Surroundings;
