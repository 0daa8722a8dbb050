within FrictionElements.Elastic.Translational;
model LinearRegion "Friction of a bearing: a function of the speed with a linear region"
  extends PartialBearing(f = friction, lossPower = dissipation);
  extends Laws.LinearRegion(redeclare package Units = TranslationalUnits, v_rel = v);
end LinearRegion;
