within FrictionElements.Elastic.Laws;
partial model LuGre "Bristles with a mean deflection, and a Stribeck curve where they slide"
  extends PartialStribeck;
  parameter Units.Stiffness stiffness = 1e5 "of the bristles";
  parameter Units.Damping damping = sqrt(1e5) "of the bristles";
  parameter Units.Speed dampingSpeed(min = 0) = 0 "where the damping has fallen to 1/e; 0: it does not fall";
  Units.Displacement z(start = 0, fixed = true, nominal = 1e-5) "mean deflection";
protected
  Units.Damping damping_v "damping at the present speed";
equation
  damping_v = if dampingSpeed > 0 then damping*exp(-(v_rel/dampingSpeed)^2) else damping;
  der(z) = v_rel - stiffness*abs(v_rel)/bound*z;
  friction = stiffness*z + damping_v*der(z) + f1*v_rel;
  stored = stiffness*z^2/2;
  dissipation = stiffness*z*(v_rel - der(z)) + damping_v*der(z)*v_rel + f1*v_rel^2;
  assert(damping_v*abs(v_rel) <= 4*stiffness*bound, "the friction is not passive at this speed: damping*|v_rel| > 4*stiffness*bound; "
    + "a dampingSpeed keeps it so at all speeds", AssertionLevel.warning);
  annotation(Documentation(info = "<html>
<p><code>der(z) = v - stiffness*|v|/bound(v)*z, F = stiffness*z + damping*der(z) + f1*v</code>. In the steady state F is the Stribeck curve.
The dissipation is never negative where <code>damping*|v| &lt;= 4*stiffness*bound(v)</code>: a warning tells where it is not. With
<code>dampingSpeed</code> the damping falls with the speed, which keeps to that. A load that varies below the break-away force makes it
drift.</p>
<p>C. Canudas de Wit, H. Olsson, K. J. Astrom, P. Lischinsky: A new model for control of systems with friction. IEEE Transactions on Automatic
Control 40 (1995), doi 10.1109/9.376053; the falling damping: H. Olsson, Control systems with friction, Lund 1996.</p>
</html>"));
end LuGre;
