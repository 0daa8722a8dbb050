within FrictionElements.Elastic.Rotational;
model SevenParameters "Friction of a bearing: seven parameters (Armstrong)"
  extends PartialBearing(tau = friction, lossPower = dissipation);
  extends Laws.SevenParameters(redeclare package Units = RotationalUnits, v_rel = w);
end SevenParameters;
