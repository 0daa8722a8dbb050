within FrictionElements.Elastic.Rotational;
model Leuven "Friction of a bearing: Leuven model"
  extends PartialBearing(tau = friction, lossPower = dissipation);
  extends Laws.Leuven(redeclare package Units = RotationalUnits, v_rel = w);
end Leuven;
