within FrictionElements.Elastic.Rotational;
model RegularizedTanh "Friction of a bearing: a smooth function of the speed"
  extends PartialBearing(tau = friction, lossPower = dissipation);
  extends Laws.RegularizedTanh(redeclare package Units = RotationalUnits, v_rel = w);
end RegularizedTanh;
