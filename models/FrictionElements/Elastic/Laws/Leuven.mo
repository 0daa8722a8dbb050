within FrictionElements.Elastic.Laws;
partial model Leuven "Bristles whose force has a hysteresis with non-local memory"
  extends PartialMaxwellElements;
  parameter Real shares[n](each min = 0) = {0.15, 0.25, 0.3, 1} "parts of f0 at which the elements slip; the last one should not";
  parameter Real exponent(min = 0) = 1 "how late the bristles yield";
  parameter Units.Damping damping = sqrt(1e5) "of the bristles";
  Units.Effort hysteresis "force of the bristles over their deflection";
equation
  hysteresis = sum(efforts);
  speed = v_rel*(1 - noEvent(sign(hysteresis*v_rel))*abs(hysteresis/bound)^exponent);
  limits = shares*f0;
  for i in 1:n loop
    der(efforts[i]) = if slips[i] then 0 else stiffnesses[i]*speed;
  end for;
  friction = hysteresis + damping*speed + f1*v_rel;
  stored = sum(efforts[i]^2/(2*stiffnesses[i]) for i in 1:n);
  dissipation = hysteresis*v_rel - sum(efforts[i]*der(efforts[i])/stiffnesses[i] for i in 1:n) + damping*speed*v_rel + f1*v_rel^2;
  annotation(Documentation(info = "<html>
<p><code>der(z) = v*(1 - sign(F_h(z)/bound(v)*v)*|F_h(z)/bound(v)|^exponent), F = F_h(z) + damping*der(z) + f1*v</code>; the hysteresis
<code>F_h</code> is that of Maxwell elements, as in the modification of the model, which needs no stack of turning points. The limits of the
elements together must not lie below the largest <code>bound</code>.</p>
<p>J. Swevers, F. Al-Bender, C. G. Ganseman, T. Prajogo: An integrated friction model structure with improved presliding behaviour for accurate
friction compensation. IEEE Transactions on Automatic Control 45 (2000), doi 10.1109/9.847103. V. Lampaert, J. Swevers, F. Al-Bender: Modification
of the Leuven integrated friction model structure. IEEE Transactions on Automatic Control 47 (2002), doi 10.1109/9.995050.</p>
</html>"));
end Leuven;
