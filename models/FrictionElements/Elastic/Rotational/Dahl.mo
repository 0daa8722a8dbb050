within FrictionElements.Elastic.Rotational;
model Dahl "Friction of a bearing: Dahl"
  extends PartialBearing(tau = friction, lossPower = dissipation);
  extends Laws.Dahl(redeclare package Units = RotationalUnits, v_rel = w);
end Dahl;
