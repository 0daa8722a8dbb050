within FrictionElements.Elastic.Translational;
partial model PartialBearing "A shaft in a housing, which may stand on a moving support and heat a port"
  import FrictionElements.Translational.{Reaction, HeatSource, Fixed, Surroundings};
  parameter Boolean useSupport = false "the housing stands on the flange `support`, not on the ground";
  parameter Boolean useHeatPort = false "the heat leaves through `heatPort`";
  Interfaces.TranslationalFlange flange_a "left end of the shaft";
  Interfaces.TranslationalFlange flange_b "right end of the shaft";
  Interfaces.TranslationalFlange support if useSupport "the housing";
  Interfaces.HeatPort heatPort if useHeatPort "where the heat goes";
  Types.Position s "position of the shaft in its housing";
  Types.Velocity v "speed of the shaft in its housing";
  Types.Force f "friction on the shaft, against v";
  Types.Power lossPower "heat made by friction";
protected
  Reaction housing(f = -f) "the support, or the ground";
  HeatSource heat(Q_flow = lossPower);
  Fixed ground if not useSupport;
  Surroundings surroundings if not useHeatPort;
equation
  connect(housing.flange, support);
  connect(ground.flange, housing.flange);
  connect(heat.port, heatPort);
  connect(surroundings.port, heat.port);
  s = flange_a.s - housing.flange.s;
  flange_a.s = flange_b.s;
  v = der(s);
  flange_a.f + flange_b.f = f;
end PartialBearing;
