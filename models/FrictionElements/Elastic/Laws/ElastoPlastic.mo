within FrictionElements.Elastic.Laws;
partial model ElastoPlastic "Bristles that are elastic up to a deflection and yield beyond it: no drift below"
  extends PartialStribeck;
  parameter Units.Stiffness stiffness = 1e5 "of the bristles";
  parameter Units.Damping damping = sqrt(1e5) "of the bristles";
  parameter Real elasticPart(min = 0, max = 1) = 0.7 "part of f0 up to which they deflect without yielding";
  Units.Displacement z(start = 0, fixed = true, nominal = 1e-5) "mean deflection";
protected
  final parameter Units.Displacement z_elastic = elasticPart*f0/stiffness "largest deflection without yielding";
  constant Real pi = 2*asin(1);
  Units.Displacement z_sliding "deflection while sliding at the present speed";
  Real yielding "0: elastic, 1: plastic";
equation
  z_sliding = bound/stiffness;
  yielding = noEvent(if z*v_rel <= 0 or abs(z) <= z_elastic then 0
                     elseif abs(z) >= z_sliding then 1
                     else 0.5 + 0.5*sin(pi*(abs(z) - (z_sliding + z_elastic)/2)/(z_sliding - z_elastic)));
  der(z) = v_rel*(1 - yielding*abs(z)/z_sliding);
  friction = stiffness*z + damping*der(z) + f1*v_rel;
  stored = stiffness*z^2/2;
  dissipation = stiffness*z*(v_rel - der(z)) + damping*der(z)*v_rel + f1*v_rel^2;
  annotation(Documentation(info = "<html>
<p><code>der(z) = v*(1 - yielding(z, v)*z/z_sliding(v)*sign(v)), F = stiffness*z + damping*der(z) + f1*v</code>, where <code>yielding</code> rises from 0 at the
elastic limit <code>elasticPart*f0/stiffness</code> to 1 at <code>z_sliding = bound(v)/stiffness</code>, and is 0 as long as the motion unloads the
bristles. A load that stays below the elastic limit never makes it drift.</p>
<p>P. Dupont, V. Hayward, B. Armstrong, F. Altpeter: Single state elastoplastic friction models. IEEE Transactions on Automatic Control 47 (2002),
doi 10.1109/TAC.2002.1000274.</p>
</html>"));
end ElastoPlastic;
