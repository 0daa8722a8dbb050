package HybridEvents "Events that coincide, that lie at the ends, and what they trigger"
  model SymmetricRelease "Two equal blocks, pulled apart, break away and stop at the same times"
    SlidingBlock left(u = -2*sin(time)), right(u = 2*sin(time));
    Real xLeft(start = 0, fixed = true), xRight(start = 0, fixed = true);
  equation
    der(xLeft) = left.v;
    der(xRight) = right.v;
    annotation(experiment(StopTime = 7, Interval = 0.1, Tolerance = 1e-8));
  end SymmetricRelease;

  model AtTheEnds "Events at the start and at the stop time"
    discrete Integer starts(start = 0, fixed = true), begun(start = 0, fixed = true), ended(start = 0, fixed = true);
    discrete Integer ticks(start = 0, fixed = true), late(start = 0, fixed = true);
    Real x(start = -1, fixed = true);
    Boolean positive = x > 0;
  equation
    der(x) = 0.5;
    when initial() then
      starts = pre(starts) + 1;
    end when;
    when time >= 0 then
      begun = pre(begun) + 1;
    end when;
    when terminal() then
      ended = pre(ended) + 1;
    end when;
    when sample(0, 0.5) then
      ticks = pre(ticks) + 1;
    end when;
    when time >= 2 then
      late = pre(late) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.1, Tolerance = 1e-8));
  end AtTheEnds;

  model Coincidence "A sample tick, a time event and two state events at the same time"
    Real x(start = 0, fixed = true);
    Boolean above = x > 1, below = x < 1;
    discrete Integer ticks(start = 0, fixed = true), rises(start = 0, fixed = true), falls(start = 0, fixed = true);
    discrete Integer late(start = 0, fixed = true);
  equation
    der(x) = 1;
    when sample(0.25, 0.25) then
      ticks = pre(ticks) + 1;
    end when;
    when above then
      rises = pre(rises) + 1;
    end when;
    when not below then
      falls = pre(falls) + 1;
    end when;
    when time >= 1 then
      late = pre(late) + 1;
    end when;
    annotation(experiment(StopTime = 1.6, Interval = 0.1, Tolerance = 1e-8));
  end Coincidence;

  model Chain "Each change triggers the next in the same instant"
    Boolean first = time > 1;
    discrete Boolean second(start = false, fixed = true), third(start = false, fixed = true);
    discrete Integer edges(start = 0, fixed = true), changes(start = 0, fixed = true);
    discrete Real secondTime(start = 0, fixed = true), thirdTime(start = 0, fixed = true);
  equation
    when edge(first) then
      second = true;
      secondTime = time;
    end when;
    when pre(second) then
      third = true;
      thirdTime = time;
    end when;
    when edge(third) then
      edges = pre(edges) + 1;
    end when;
    when {change(first), change(second), change(third)} then
      changes = pre(changes) + 1;
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.1, Tolerance = 1e-8));
  end Chain;

  model Exchange "Two states reset at once, each to what the other was"
    Real x(start = 1, fixed = true), y(start = -3, fixed = true);
  equation
    der(x) = 1;
    der(y) = 2;
    when time >= 1 then
      reinit(x, y);
      reinit(y, x);
    end when;
    annotation(experiment(StopTime = 2, Interval = 0.1, Tolerance = 1e-8));
  end Exchange;

  model Bouncing "The bounces accumulate at 1.35457092296 s"
    constant Real g = 9.81;
    Real h(start = 1, fixed = true), v(start = 0, fixed = true);
    Integer impacts(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = -g;
    when h < 0 then
      reinit(v, -0.5*pre(v));
      impacts = pre(impacts) + 1;
    end when;
    annotation(experiment(StopTime = 3, Interval = 0.1, Tolerance = 1e-8));
  end Bouncing;

  model Steps "Held integer parts over ramps"
    Real x(start = -2.5, fixed = true);
    Real down = floor(x), up = ceil(x), cut = integer(x), quotient = div(x, 0.5), rest = mod(x, 0.7), remainder = rem(x, 0.7);
    Real sumDown(start = 0, fixed = true);
  equation
    der(x) = 1;
    der(sumDown) = down;
    annotation(experiment(StopTime = 5, Interval = 0.11, Tolerance = 1e-8));
  end Steps;

  model Guarded "A root that noEvent guards; a relation outside would be passed by a rounding error"
    Real level(start = 1, fixed = true);
  equation
    der(level) = if noEvent(level > 0) then -sqrt(level) else 0;
    annotation(experiment(StopTime = 3, Interval = 0.1, Tolerance = 1e-8));
  end Guarded;

  model BranchesThatEnd "Each branch can be computed up to the event that ends it, not beyond"
    Real x(start = 1, fixed = true), root(start = 0, fixed = true), logarithm(start = 0, fixed = true);
    Real y;
  equation
    der(x) = -1;
    der(root) = if x > 0 then sqrt(x) else -sqrt(-x);
    y = if x > 0 then log(x) else 0;
    der(logarithm) = y;
    annotation(experiment(StopTime = 2, Interval = 0.1, Tolerance = 1e-8));
  end BranchesThatEnd;

  model StrictAndNot "time > T and time >= T"
    Boolean strict = time > 1, loose = time >= 1, before = time < 1, upTo = time <= 1;
    Real x(start = 0, fixed = true);
  equation
    der(x) = if strict then 1 else 0;
    annotation(experiment(StopTime = 2, Interval = 0.25, Tolerance = 1e-8));
  end StrictAndNot;

  model NonlinearLoop "An algebraic loop that Newton's method solves, with a switch in it"
    Real x(start = 0, fixed = true), y(start = 1);
  equation
    der(x) = 1;
    y + exp(y) + (if y > 1 then y - 1 else 0) = 3*x + 1;
    annotation(experiment(StopTime = 2, Interval = 0.1, Tolerance = 1e-8));
  end NonlinearLoop;

  model Diode "Ideal: no voltage or no current"
    input Real v;
    Real i, s;
    Boolean off = s < 0;
  equation
    v = if off then s else 0;
    i = if off then 0 else s;
  end Diode;

  model TwoDiodes "A rectifier of two diodes: at u = 0 both may conduct, a moment later only one"
    parameter Real start = 0;
    Diode d1(v = u - y), d2(v = -u - y);
    Real u = sin(time - start), y, x(start = 0, fixed = true);
  equation
    y = d1.i + d2.i;
    der(x) = y^2;
    annotation(experiment(StopTime = 6.283185307179586, Tolerance = 1e-9));
  end TwoDiodes;

  model Bridge "A rectifier of four"
    Diode d[4](v = {n1 - above, n2 - above, below - n1, below - n2});
    Real n1, n2, above, below, y, x(start = 0, fixed = true);
  equation
    n1 - n2 = sin(time);
    n2 = 0;
    y = above - below;
    y = d[1].i + d[2].i;
    y = d[3].i + d[4].i;
    der(x) = y^2;
    annotation(experiment(StopTime = 6.283185307179586, Tolerance = 1e-9));
  end Bridge;

  model ShortCircuit "Two diodes in parallel to a source: no mode lets its current flow"
    Diode d1(v = u), d2(v = -u);
    Real u = sin(time), x(start = 0, fixed = true);
  equation
    der(x) = d1.i + d2.i;
    annotation(experiment(StopTime = 1));
  end ShortCircuit;

  model LatchOfGates "Two gates that hold each other: false/true and true/false both satisfy them"
    Boolean q, other;
  equation
    q = not (time > 0.5 or other);
    other = not (time < -1 or q);
  end LatchOfGates;

  model IntegerLoop "0 and 2 both satisfy the equations"
    Integer n, m;
  equation
    n = if m > 1 then 2 elseif time > 0.5 then 3 else 0;
    m = 2*n - n;
  end IntegerLoop;

  model DeterminedLoop "A loop of Booleans that one pair of values satisfies"
    Boolean a, b;
  equation
    a = not b;
    b = a and time > 2;
  end DeterminedLoop;

  model PassesAfterRests "Comes to rest at v = 0 twice, for nothing drives it on; then something does"
    Real w(start = 0, fixed = true), c(start = 1, fixed = true), v(start = 0, fixed = true);
    Boolean push = w > 0.4;
    Integer n(start = 0, fixed = true);
  equation
    der(w) = 2*c;
    der(c) = -2*w;
    when push then
      n = pre(n) + 1;
    end when;
    der(v) = if push then 1 elseif v > 0 then -1.5 elseif v < 0 and n > 2 then -1 else 0;
    annotation(experiment(StopTime = 9, Interval = 0.01, Tolerance = 1e-8));
  end PassesAfterRests;

  model CoupledWhen "What a when-equation determines and the continuous equations are solved together at its events"
    Real x, y(start = 0, fixed = true), a, b(start = 0, fixed = true);
    Real s(start = 1, fixed = true), w;
    discrete Real u(start = 0, fixed = true), i(start = 0, fixed = true);
    Boolean low(start = false, fixed = true);
  equation
    x + y = 5;
    a + b = 5;
    der(s) = 0;
    w = s + 0.1*u;
    when sample(0.2, 0.2) then
      y = 7 - 2*x + time;
      b = 2 + a^2/10;
      low = x < 2;
    end when;
    when sample(0.1, 0.2) then
      i = pre(i) + 1 - w;
      u = 2*(3 - w) + i;
    end when;
    annotation(experiment(StopTime = 1.05));
  end CoupledWhen;

  model Crests "Only the crests of a fast wave are above the limit, and nothing else tells how far a step may go"
    Real x(start = 0, fixed = true);
    Integer crests(start = 0, fixed = true);
  equation
    der(x) = 1;
    when (0.9 + 0.002*x)*sin(20*x) > 1 then
      crests = pre(crests) + 1;
    end when;
    annotation(experiment(StopTime = 60, Interval = 2, Tolerance = 1e-4));
  end Crests;
end HybridEvents;
