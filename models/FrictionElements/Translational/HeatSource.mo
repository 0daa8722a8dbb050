within FrictionElements.Translational;
model HeatSource "A heat flow out of its port, given as an input"
  input Types.Power Q_flow "the heat flow";
  Interfaces.HeatPort port;
equation
  port.Q_flow = -Q_flow;
end HeatSource;
