package Cascades "Events at ever shorter periods: with an end, without one, and some that only look so"
  constant Real g = 9.81;

  partial model Ball
    parameter Real e = 0.7 "speed after / speed before an impact";
    parameter Real u = 0 "speed of the floor";
    parameter Real h0 = 1, unit = 1 "of length";
    Real h(start = h0*unit, fixed = true), v(start = 0, fixed = true);
    Real floor = u*time, above = h - floor;
  equation
    der(h) = v;
  end Ball;

  model RestsBelowALimit "Seen by `h < floor` alone"
    extends Ball;
    parameter Real v_rest = 1e-3;
    Boolean rests(start = false, fixed = true);
    Integer impacts(start = 0, fixed = true);
  equation
    der(v) = if rests then 0 else -g*unit;
    when h < floor then
      impacts = pre(impacts) + 1;
      rests = e*abs(v - u) < v_rest;
      reinit(v, if rests then u else u - e*(v - u));
    end when;
  end RestsBelowALimit;

  model RestsByAFlag "When an impact is too small to be left again"
    extends Ball;
    Boolean rests(start = false, fixed = true), impact = h <= floor;
    Real after(start = 0, fixed = true);
  equation
    der(v) = if rests then 0 else -g*unit;
    when {h <= floor and v <= u, impact} then
      after = if edge(impact) then u - e*(pre(v) - u) else u;
      rests = not after > u;
      reinit(v, after);
    end when;
  end RestsByAFlag;

  model DoesNotRest
    extends Ball;
  equation
    der(v) = -g*unit;
    when h < floor then
      reinit(v, u - e*(v - u));
    end when;
  end DoesNotRest;

  model TwoBalls "One comes to rest while the other one still bounces"
    RestsByAFlag low(e = 0.6, h0 = 0.5), high(e = 0.65, h0 = 2);
  end TwoBalls;

  model KickedAgain "Rests, is kicked up with 3 m/s at 4 s and rests again 0.9174 s later"
    extends Ball(e = 1/3);
    Boolean rests(start = false, fixed = true), impact = h <= 0, kick = time >= 4;
    Real after(start = 0, fixed = true);
  equation
    der(v) = if rests then 0 else -g;
    when {h <= 0 and v <= 0, impact, kick} then
      after = if edge(kick) then 3 elseif edge(impact) then -e*pre(v) else 0;
      rests = not after > 0;
      reinit(v, after);
    end when;
  end KickedAgain;

  model Rattle "A mass between two stops, pressed against one of them: it lifts off ever less high, and no longer in the end"
    parameter Real k = 1e5, d = 20, gap = 1e-3, F = 1;
    Real x(start = 0, fixed = true), v(start = 1, fixed = true), f;
    Boolean touches = x > gap;
    Integer contacts(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = F - f;
    f = if touches then k*(x - gap) + d*v elseif x < -gap then k*(x + gap) + d*v else 0;
    when touches then
      contacts = pre(contacts) + 1;
    end when;
  end Rattle;

  model Relay "A hysteresis that shrinks at each switch, down to a least one"
    parameter Real q = 0.8, least = 0;
    Real x(start = 0, fixed = true), band(start = 1, fixed = true);
    Boolean up(start = true, fixed = true);
    Integer switches(start = 0, fixed = true);
  equation
    der(x) = if up then 1 else -1;
    der(band) = 0;
    when {x > band, x < -band} then
      up = not pre(up);
      switches = pre(switches) + 1;
      reinit(band, max(least, q*band));
    end when;
  end Relay;

  model ShutOff "The second relation has no effect before 10 s"
    Real x(start = 1, fixed = true), y = sin(100*time), f;
  equation
    der(x) = -0.1;
    f = if x < 0 and y > 0 then 1 else 0;
  end ShutOff;

  model SawTooth "Events that follow each other after `period`"
    parameter Real period = 1e-12;
    Real x(start = -0.5, fixed = true);
  equation
    der(x) = 1;
    when x > 0 then
      reinit(x, -period);
    end when;
  end SawTooth;

  model Ticks "Time events that follow each other after `period`"
    parameter Real period = 1e-12;
    discrete Real next(start = 0.5, fixed = true);
  equation
    when time >= pre(next) then
      next = pre(next) + period;
    end when;
  end Ticks;

  model Pole "No step reaches 1 s"
    Real x(start = 0, fixed = true), y(start = 1, fixed = true);
  equation
    der(y) = -y;
    der(x) = 1/(1 - time);
  end Pole;

  model Escape "Infinite at 1 s"
    Real x(start = 1, fixed = true), y(start = 1, fixed = true);
  equation
    der(y) = -y;
    der(x) = x^2;
  end Escape;
end Cascades;
