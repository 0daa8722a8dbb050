within FrictionElements.Elastic.Laws;
partial model Dahl "Bristles that yield as stress yields to strain, without a peak"
  extends PartialLaw;
  parameter Units.Stiffness stiffness = 1e5 "slope of the friction over the displacement where it is 0";
  parameter Real exponent(min = 0) = 1 "1: the friction approaches f0 exponentially";
  Units.Effort elastic(start = 0, fixed = true) "friction without its viscous part";
protected
  Real remaining "0: as large as it becomes, 1: none, 2: against the motion to come";
equation
  remaining = 1 - elastic/f0*noEvent(sign(v_rel));
  der(elastic) = stiffness*v_rel*(if exponent == 1 then remaining else noEvent(sign(remaining))*abs(remaining)^exponent);
  friction = elastic + f1*v_rel;
  stored = elastic^2/(2*stiffness);
  dissipation = elastic*(v_rel - der(elastic)/stiffness) + f1*v_rel^2;
  annotation(Documentation(info = "<html>
<p><code>dF/dx = stiffness*|1 - F/f0*sign(v)|^exponent*sign(1 - F/f0*sign(v))</code>. With the exponent 1 and from F(0) on
<code>F(x) = f0*sign(v) + (F(0) - f0*sign(v))*exp(-stiffness*|x|/f0)</code>. It depends on the way, not on the speed; the dissipation is never
negative. There is no break-away: a constant load below f0 holds, one that varies makes it drift.</p>
<p>P. R. Dahl: Solid friction damping of mechanical vibrations. AIAA Journal 14 (1976), doi 10.2514/3.61511.</p>
</html>"));
end Dahl;
