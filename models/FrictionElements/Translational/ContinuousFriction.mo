within FrictionElements.Translational;
model ContinuousFriction
  "Stribeck, Coulomb and viscous friction as a continuous function of the speed: linear at small speeds, so it creeps and never sticks"
  extends Interfaces.PartialCompliant;
  parameter Types.Force breakawayFriction(min = 0) = 25 "largest friction, near the speed 0";
  parameter Types.Force coulombFriction(min = 0) = 20 "sliding friction without its viscous part";
  parameter Types.TranslationalDamping viscous = 100 "viscous friction";
  parameter Real transition(unit = "s/m", min = 0) = 10 "how fast the friction falls from break-away to Coulomb friction";
  parameter Types.Velocity threshold(min = 0) = 1e-4 "below this speed the force is proportional to the speed";
  final parameter Types.TranslationalDamping slope =
    (coulombFriction + (breakawayFriction - coulombFriction)*exp(-transition*threshold) + viscous*threshold)/threshold
    "friction per speed below the threshold";
  Types.Velocity v_rel "relative speed";
  Types.Energy heat(start = 0, fixed = true) "heat made since the start";
protected
  Real falling "what is left of the difference between break-away and Coulomb friction";
equation
  v_rel = der(s_rel);
  falling = exp(-transition*abs(v_rel));
  if v_rel > threshold then
    f = coulombFriction + (breakawayFriction - coulombFriction)*falling + viscous*v_rel;
  elseif v_rel < -threshold then
    f = -coulombFriction - (breakawayFriction - coulombFriction)*falling + viscous*v_rel;
  else
    f = slope*v_rel;
  end if;
  der(heat) = f*v_rel;
end ContinuousFriction;
