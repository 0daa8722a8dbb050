within FrictionElements.Translational;
model HeatCapacity "A body that is as warm everywhere"
  parameter Real C(unit = "J/K", min = 0) = 100 "heat capacity";
  Interfaces.HeatPort port;
  Types.Temperature T(start = 293.15, fixed = true) "its temperature";
equation
  port.T = T;
  C*der(T) = port.Q_flow;
end HeatCapacity;
