within FrictionElements.Elastic.Translational;
model ElastoPlastic "Friction of a bearing: elasto-plastic bristles (Dupont)"
  extends PartialBearing(f = friction, lossPower = dissipation);
  extends Laws.ElastoPlastic(redeclare package Units = TranslationalUnits, v_rel = v);
end ElastoPlastic;
