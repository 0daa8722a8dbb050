within FrictionElements.Elastic.Translational;
model LuGre "Friction of a bearing: LuGre"
  extends PartialBearing(f = friction, lossPower = dissipation);
  extends Laws.LuGre(redeclare package Units = TranslationalUnits, v_rel = v);
end LuGre;
