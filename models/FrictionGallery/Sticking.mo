within FrictionGallery;
model Sticking "What elastic friction is compared with: sticks and slides, on the same Stribeck curve"
  extends FrictionElements.Elastic.Translational.PartialBearing(lossPower = f*v);
  parameter FrictionElements.Types.Force f0 = 1 "sliding friction at the speed 0, without the peak";
  parameter Real peak(min = 1) = 1.5 "largest holding friction / f0";
  parameter FrictionElements.Types.Velocity stribeckSpeed = 0.001 "where the peak has fallen to 1/e";
  parameter FrictionElements.Types.TranslationalDamping f1 = 0.4 "viscous friction";
  Real curve "parameter: within -1 and 1 the part of the holding friction, beyond that the speed in m/s";
protected
  FrictionElements.Types.Force bound "sliding friction without its viscous part";
equation
  bound = f0*(1 + (peak - 1)*exp(-(v/stribeckSpeed)^2));
  v = if curve > 1 then curve - 1 elseif curve < -1 then curve + 1 else 0;
  f = if curve > 1 then bound + f1*v elseif curve < -1 then -bound + f1*v else peak*f0*curve;
end Sticking;
