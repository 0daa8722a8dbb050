within FrictionElements.Elastic.Laws;
partial model LinearRegion "A function of the speed, proportional to it below a threshold: it creeps under any load"
  extends PartialLaw;
  parameter Real peak(min = 1) = 1 "friction near the speed 0 / f0";
  parameter Units.Speed stribeckSpeed(min = 0) = 0.1 "over which the peak falls to 1/e";
  parameter Units.Speed threshold(min = 0) = 1e-4 "below this speed the friction is proportional to it";
  final parameter Units.Damping slope = (f0*(1 + (peak - 1)*exp(-threshold/stribeckSpeed)) + f1*threshold)/threshold
    "friction per speed below the threshold";
protected
  Units.Effort bound "friction beyond the threshold, without its viscous part";
equation
  bound = f0*(1 + (peak - 1)*exp(-abs(v_rel)/stribeckSpeed));
  friction = if v_rel > threshold then bound + f1*v_rel elseif v_rel < -threshold then -bound + f1*v_rel else slope*v_rel;
  stored = 0;
  dissipation = friction*v_rel;
  annotation(Documentation(info = "<html>
<p><code>F = f0*(1 + (peak - 1)*exp(-|v|/stribeckSpeed))*sign(v) + f1*v</code>, and below the threshold the line from 0 to there. A load that friction would hold
moves it with the speed <code>load/slope</code>. It is the block \"Translational Friction\" of Simscape in its first version.</p>
</html>"));
end LinearRegion;
