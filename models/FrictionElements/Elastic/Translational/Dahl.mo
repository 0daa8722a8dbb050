within FrictionElements.Elastic.Translational;
model Dahl "Friction of a bearing: Dahl"
  extends PartialBearing(f = friction, lossPower = dissipation);
  extends Laws.Dahl(redeclare package Units = TranslationalUnits, v_rel = v);
end Dahl;
