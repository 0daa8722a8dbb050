within ReferenceProblems;
model ImpulseOnStuckBlock "I11: a hammer hits a stuck block, which slides a little and sticks again"
  import FrictionElements.Types.Mode;
  parameter Real m(unit = "kg") = 1 "mass";
  parameter Real f0(unit = "N") = 10 "friction";
  parameter Real impulse(unit = "N.s") = 1 "impulse of the hammer";
  parameter Real v_jump(unit = "m/s") = 1e-3 "a stuck block that is faster than this was hit";
  Real x(unit = "m", start = 0, fixed = true) "position";
  Real v(unit = "m/s", start = 0, fixed = true) "speed";
  Real f(unit = "N") "friction";
  Real heat(unit = "J", start = 0, fixed = true) "heat made since the start";
  Mode mode(start = Mode.Stuck, fixed = true);
protected
  Real a "acceleration";
  Real sa "parameter of the friction curve";
  Boolean hitForward = v > v_jump, hitBack = v < -v_jump;
  Boolean forward "slides or starts to slide forward";
  Boolean backward "slides or starts to slide backward";
equation
  forward = pre(mode) == Mode.Forward or pre(mode) == Mode.Stuck and (hitForward or sa > 1 and not hitBack);
  backward = pre(mode) == Mode.Backward or pre(mode) == Mode.Stuck and (hitBack or sa < -1 and not hitForward);
  der(x) = v;
  der(v) = a;
  m*a = -f;
  if forward then
    a = sa - 1;
    f = f0;
  elseif backward then
    a = sa + 1;
    f = -f0;
  else
    a = 0;
    f = f0*sa;
  end if;
  mode = if forward and v > 0 then Mode.Forward elseif backward and v < 0 then Mode.Backward else Mode.Stuck;
  der(heat) = f*v;
  when time >= 1 then
    reinit(v, pre(v) + impulse/m);
  end when;
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
end ImpulseOnStuckBlock;
