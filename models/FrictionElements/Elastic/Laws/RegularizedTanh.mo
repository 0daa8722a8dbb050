within FrictionElements.Elastic.Laws;
partial model RegularizedTanh "A smooth function of the speed: it creeps under any load"
  extends PartialLaw;
  parameter Real peak(min = 1) = 1 "largest friction / f0, roughly";
  parameter Units.Speed breakawaySpeed(min = 0) = 0.001 "where the friction is largest";
protected
  final parameter Units.Speed stribeckSpeed = breakawaySpeed*sqrt(2);
  final parameter Units.Speed coulombSpeed = breakawaySpeed/10;
equation
  friction = exp(0.5)*sqrt(2)*(peak - 1)*f0*exp(-(v_rel/stribeckSpeed)^2)*v_rel/stribeckSpeed + f0*tanh(v_rel/coulombSpeed) + f1*v_rel;
  stored = 0;
  dissipation = friction*v_rel;
  annotation(Documentation(info = "<html>
<p><code>F = sqrt(2e)*(peak - 1)*f0*exp(-(v/v_St)^2)*v/v_St + f0*tanh(v/v_C) + f1*v</code> with <code>v_St = sqrt(2)*breakawaySpeed</code> and
<code>v_C = breakawaySpeed/10</code>. It is the block \"Translational Friction\" of Simscape in its later versions.</p>
</html>"));
end RegularizedTanh;
