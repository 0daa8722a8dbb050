within FrictionElements.Elastic.Translational;
model BoucWen "Friction of a bearing: Bouc and Wen"
  extends PartialBearing(f = friction, lossPower = dissipation);
  extends Laws.BoucWen(redeclare package Units = TranslationalUnits, v_rel = v);
end BoucWen;
