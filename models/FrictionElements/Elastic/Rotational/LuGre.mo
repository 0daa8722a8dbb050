within FrictionElements.Elastic.Rotational;
model LuGre "Friction of a bearing: LuGre"
  extends PartialBearing(tau = friction, lossPower = dissipation);
  extends Laws.LuGre(redeclare package Units = RotationalUnits, v_rel = w);
end LuGre;
