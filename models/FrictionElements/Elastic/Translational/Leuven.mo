within FrictionElements.Elastic.Translational;
model Leuven "Friction of a bearing: Leuven model"
  extends PartialBearing(f = friction, lossPower = dissipation);
  extends Laws.Leuven(redeclare package Units = TranslationalUnits, v_rel = v);
end Leuven;
