within FrictionElements.Elastic.Rotational;
model MaxwellSlip "Friction of a bearing: generalized Maxwell slip"
  extends PartialBearing(tau = friction, lossPower = dissipation);
  extends Laws.MaxwellSlip(redeclare package Units = RotationalUnits, v_rel = w);
end MaxwellSlip;
