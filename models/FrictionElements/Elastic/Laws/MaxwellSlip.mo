within FrictionElements.Elastic.Laws;
partial model MaxwellSlip "Generalized Maxwell slip: springs whose blocks slip on a Stribeck curve each, with non-local memory before sliding"
  extends PartialMaxwellElements;
  parameter Real shares[n](each min = 0) = fill(1/n, n) "parts of the sliding friction that the elements bear; their sum is 1";
  parameter Units.EffortRate attraction(min = 0) = 1e3 "how fast a slipping element approaches its part of the sliding friction";
equation
  assert(abs(sum(shares) - 1) < 1e-6, "the shares of the elements must have the sum 1");
  speed = v_rel;
  limits = shares*bound;
  for i in 1:n loop
    der(efforts[i]) = if slips[i] then attraction*(sign(v_rel)*shares[i] - efforts[i]/bound) else stiffnesses[i]*v_rel;
  end for;
  friction = sum(efforts) + f1*v_rel;
  stored = sum(efforts[i]^2/(2*stiffnesses[i]) for i in 1:n);
  dissipation = sum(efforts[i]*(v_rel - der(efforts[i])/stiffnesses[i]) for i in 1:n) + f1*v_rel^2;
  annotation(Documentation(info = "<html>
<p>An element that holds is a spring, <code>der(F_i) = k_i*v</code>; at <code>share_i*bound(v)</code> it begins to slip,
<code>der(F_i) = attraction*(sign(v)*share_i - F_i/bound(v))</code>, until the motion turns. Before sliding it has the hysteresis with
non-local memory of Prandtl and Ishlinskii, and no drift below the first limit; where it slides it lags behind the Stribeck curve. The
dissipation can become negative for a short time while an element is still attracted.</p>
<p>F. Al-Bender, V. Lampaert, J. Swevers: The generalized Maxwell-slip model. IEEE Transactions on Automatic Control 50 (2005), doi
10.1109/TAC.2005.858676.</p>
</html>"));
end MaxwellSlip;
