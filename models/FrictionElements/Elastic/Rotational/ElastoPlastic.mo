within FrictionElements.Elastic.Rotational;
model ElastoPlastic "Friction of a bearing: elasto-plastic bristles (Dupont)"
  extends PartialBearing(tau = friction, lossPower = dissipation);
  extends Laws.ElastoPlastic(redeclare package Units = RotationalUnits, v_rel = w);
end ElastoPlastic;
