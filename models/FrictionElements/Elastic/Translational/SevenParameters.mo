within FrictionElements.Elastic.Translational;
model SevenParameters "Friction of a bearing: seven parameters (Armstrong)"
  extends PartialBearing(f = friction, lossPower = dissipation);
  extends Laws.SevenParameters(redeclare package Units = TranslationalUnits, v_rel = v);
end SevenParameters;
