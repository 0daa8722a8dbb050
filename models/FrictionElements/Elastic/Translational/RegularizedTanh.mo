within FrictionElements.Elastic.Translational;
model RegularizedTanh "Friction of a bearing: a smooth function of the speed"
  extends PartialBearing(f = friction, lossPower = dissipation);
  extends Laws.RegularizedTanh(redeclare package Units = TranslationalUnits, v_rel = v);
end RegularizedTanh;
