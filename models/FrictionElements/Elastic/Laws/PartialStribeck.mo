within FrictionElements.Elastic.Laws;
partial model PartialStribeck "Sliding friction that falls from a peak: bound = f0*(1 + (peak - 1)*exp(-(|v_rel|/stribeckSpeed)^stribeckExponent))"
  extends PartialLaw;
  parameter Real peak(min = 1) = 1 "friction of a very slow motion / f0";
  parameter Units.Speed stribeckSpeed(min = 0) = 0.001 "where the peak has fallen to 1/e";
  parameter Real stribeckExponent(min = 0) = 2 "1: falls at once (Tustin), 2: as a Gaussian";
  Units.Effort bound "friction of a steady motion, without its viscous part";
equation
  bound = f0*(1 + (peak - 1)*exp(-(abs(v_rel)/stribeckSpeed)^stribeckExponent));
end PartialStribeck;
