within FrictionElements.Elastic.Laws;
partial model PartialLaw "What all laws have in common"
  replaceable package Units = TranslationalUnits "quantities of the law";
  parameter Units.Effort f0(min = 0) = 1 "sliding friction at the speed 0, without a Stribeck peak";
  parameter Units.Damping f1 = 0 "viscous friction: effort per speed";
  Units.Speed v_rel "relative speed";
  Units.Effort friction "friction, against v_rel";
  Types.Energy stored "energy of the deflection";
  Types.Power dissipation "friction*v_rel - der(stored): the heat that is made";
end PartialLaw;
