within FrictionElements.Elastic.Translational;
model MaxwellSlip "Friction of a bearing: generalized Maxwell slip"
  extends PartialBearing(f = friction, lossPower = dissipation);
  extends Laws.MaxwellSlip(redeclare package Units = TranslationalUnits, v_rel = v);
end MaxwellSlip;
