within FrictionElements.Elastic.Rotational;
model LinearRegion "Friction of a bearing: a function of the speed with a linear region"
  extends PartialBearing(tau = friction, lossPower = dissipation);
  extends Laws.LinearRegion(redeclare package Units = RotationalUnits, v_rel = w);
end LinearRegion;
