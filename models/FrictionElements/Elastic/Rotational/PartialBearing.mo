within FrictionElements.Elastic.Rotational;
partial model PartialBearing "A shaft in a housing, which may stand on a moving support and heat a port"
  import FrictionElements.Rotational.{Reaction, Fixed};
  import FrictionElements.Translational.{HeatSource, Surroundings};
  parameter Boolean useSupport = false "the housing stands on the flange `support`, not on the ground";
  parameter Boolean useHeatPort = false "the heat leaves through `heatPort`";
  Interfaces.RotationalFlange flange_a "left end of the shaft";
  Interfaces.RotationalFlange flange_b "right end of the shaft";
  Interfaces.RotationalFlange support if useSupport "the housing";
  Interfaces.HeatPort heatPort if useHeatPort "where the heat goes";
  Types.Angle phi "angle of the shaft in its housing";
  Types.AngularVelocity w "speed of the shaft in its housing";
  Types.Torque tau "friction on the shaft, against w";
  Types.Power lossPower "heat made by friction";
protected
  Reaction housing(tau = -tau) "the support, or the ground";
  HeatSource heat(Q_flow = lossPower);
  Fixed ground if not useSupport;
  Surroundings surroundings if not useHeatPort;
equation
  connect(housing.flange, support);
  connect(ground.flange, housing.flange);
  connect(heat.port, heatPort);
  connect(surroundings.port, heat.port);
  phi = flange_a.phi - housing.flange.phi;
  flange_a.phi = flange_b.phi;
  w = der(phi);
  flange_a.tau + flange_b.tau = tau;
end PartialBearing;
