within FrictionElements.Elastic.Laws;
partial model SevenParameters "A stiff spring while it holds; the break-away force grows with the time of rest, the Stribeck curve lags behind the speed"
  extends PartialLaw;
  parameter Units.Stiffness stiffness = 1e5 "while it holds";
  parameter Units.Damping damping = 0 "while it holds";
  parameter Units.Effort restingPeak(min = 0) = 0.5 "friction above f0 at break-away, after a long rest";
  parameter Units.Speed stribeckSpeed(min = 0) = 0.001 "where it has fallen to half";
  parameter Types.Time lag(min = 0) = 0.005 "by which the Stribeck curve lags behind the speed";
  parameter Types.Time risingTime(min = 0) = 1 "rest after which half of the growth has come";
  Boolean slides(start = false, fixed = true) "the surfaces slide";
  Units.Displacement z "deflection while it holds";
  Units.Effort breakaway "friction at which it would break away now";
  Units.Effort falling "friction above f0 while it slides";
protected
  constant Types.Time longAgo = -1e6;
  Units.Displacement x_rel(start = 0, fixed = true) "relative displacement since the start";
  discrete Units.Displacement x_rest(start = 0, fixed = true) "displacement at which the spring is relaxed";
  discrete Types.Time restBegan(start = longAgo, fixed = true) "since when it holds";
  discrete Units.Effort lastPeak(start = 0, fixed = true) "friction above f0 when it came to rest";
  discrete Units.Effort heldPeak(start = 0, fixed = true) "friction above f0 when it broke away";
  discrete Integer direction(start = 0, fixed = true) "of sliding";
  Units.Effort spring "friction while it holds";
  Types.Time rest "time of rest";
equation
  der(x_rel) = v_rel;
  rest = time - pre(restBegan);
  breakaway = f0 + pre(lastPeak) + (restingPeak - pre(lastPeak))*rest/(rest + risingTime);
  spring = stiffness*(x_rel - pre(x_rest)) + damping*v_rel;
  slides = if pre(slides) then v_rel*pre(direction) > 0 else spring > breakaway and v_rel > 0 or spring < -breakaway and v_rel < 0;
  when slides then
    direction = if spring > 0 then 1 else -1;
    heldPeak = breakaway - f0;
  end when;
  falling = heldPeak/(1 + (delay(v_rel, lag)/stribeckSpeed)^2);
  when not slides then
    x_rest = x_rel - pre(direction)*(f0 + falling)/stiffness;
    restBegan = time;
    lastPeak = falling;
  end when;
  z = if slides then 0 else x_rel - x_rest;
  friction = if slides then direction*(f0 + falling) + f1*v_rel else spring;
  stored = stiffness*z^2/2;
  dissipation = if slides then friction*v_rel else damping*v_rel^2;
  annotation(Documentation(info = "<html>
<p>While it holds <code>F = stiffness*z + damping*v</code>, up to <code>f0 + p</code>, where <code>p</code> grows from its value at the end of the last motion towards
<code>restingPeak</code> with the time of rest <code>t</code> as <code>t/(t + risingTime)</code>. While it slides
<code>F = (f0 + p/(1 + (v(time - lag)/stribeckSpeed)^2))*sign(v) + f1*v</code>. The seven parameters are f0, f1, restingPeak, stribeckSpeed, stiffness, lag
and risingTime. The force is continuous where it comes to rest; the energy of the spring is lost at break-away and there again at rest.</p>
<p>B. Armstrong-Helouvry, P. Dupont, C. Canudas de Wit: A survey of models, analysis tools and compensation methods for the control of machines with
friction. Automatica 30 (1994), doi 10.1016/0005-1098(94)90209-7.</p>
</html>"));
end SevenParameters;
