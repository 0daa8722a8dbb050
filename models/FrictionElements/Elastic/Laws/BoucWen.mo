within FrictionElements.Elastic.Laws;
partial model BoucWen "Hysteresis over the displacement with a knee as sharp as wanted, without a peak"
  extends PartialLaw;
  parameter Units.Stiffness stiffness = 1e5 "slope of the friction over the displacement where it is 0";
  parameter Real exponent(min = 1) = 2 "the larger, the sharper the knee";
  parameter Real shape(min = 0.5, max = 1) = 0.5 "beta/(beta + gamma): 0.5 unloads along the stiffness, 1 as Dahl's model";
  Units.Effort elastic(start = 0, fixed = true) "friction without its viscous part";
protected
  Real used "part of f0";
equation
  used = elastic/f0;
  der(elastic) = stiffness*(v_rel - abs(used)^exponent*(shape*abs(v_rel)*noEvent(sign(used)) + (1 - shape)*v_rel));
  friction = elastic + f1*v_rel;
  stored = elastic^2/(2*stiffness);
  dissipation = elastic*(v_rel - der(elastic)/stiffness) + f1*v_rel^2;
  annotation(Documentation(info = "<html>
<p><code>der(z) = A*v - beta*|v|*|z|^(n-1)*z - gamma*v*|z|^n</code> with <code>F = stiffness*z</code>, <code>A = 1</code>,
<code>beta + gamma = (stiffness/f0)^n</code> and <code>beta = shape*(beta + gamma)</code>. With <code>shape</code> from 0.5 to 1 the dissipation is never negative.</p>
<p>Y.-K. Wen: Method for random vibration of hysteretic systems. Journal of the Engineering Mechanics Division 102 (1976), doi 10.1061/JMCEA3.0002106.</p>
</html>"));
end BoucWen;
