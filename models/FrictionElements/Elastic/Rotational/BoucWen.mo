within FrictionElements.Elastic.Rotational;
model BoucWen "Friction of a bearing: Bouc and Wen"
  extends PartialBearing(tau = friction, lossPower = dissipation);
  extends Laws.BoucWen(redeclare package Units = RotationalUnits, v_rel = w);
end BoucWen;
