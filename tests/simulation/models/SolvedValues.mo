package SolvedValues "What initial equations determine, what functions give and the end of the run reach everything that reads them"
  model Samples
    parameter Real first(fixed = false);
    parameter Real step(fixed = false);
    parameter Real twice = 2*step;
    Integer n(start = 0, fixed = true);
    Integer m(start = 0, fixed = true);
    Integer k(start = 0, fixed = true);
  initial equation
    first = 0.25;
    4*step = 1;
  equation
    when sample(first, 1) then
      n = pre(n) + 1;
    end when;
    when sample(first + 0.5, step + 0.25) then
      m = pre(m) + 1;
    end when;
    when sample(0, twice) then
      k = pre(k) + 1;
    end when;
  end Samples;

  model Delays
    parameter Real lag(fixed = false);
    Real x(start = 0, fixed = true);
    Real y = delay(x, lag);
    Real z = delay(x, 2*lag, 1);
  initial equation
    lag = 0.25;
  equation
    der(x) = 1;
  end Delays;

  model Discrete "Start values of what changes at events only"
    parameter Real g(fixed = false);
    parameter Integer k(fixed = false);
    parameter Real half = g/2;
    discrete Real a(start = g, fixed = true);
    discrete Real b(start = half + 1);
    Integer n(start = 2*k, fixed = true);
    Boolean on(start = g > 2, fixed = true);
    Real y = a + time;
  initial equation
    g = 3;
    k = 4;
  equation
    when time > 0.5 then
      a = pre(a) + 1;
      b = pre(b) + 1;
      n = pre(n) + 1;
      on = not pre(on);
    end when;
  end Discrete;

  model States
    parameter Real g(fixed = false);
    Real fixedAt(start = g, fixed = true);
    Real chosen(start = g + 1);
    Real scaled(start = 2*g, fixed = true, nominal = g);
  initial equation
    g = 3;
  equation
    der(fixedAt) = 0;
    der(chosen) = 0;
    der(scaled) = 0;
  end States;

  model Guesses "x = 1 is a solution, too"
    parameter Real g(fixed = false);
    parameter Real h(fixed = false);
    parameter Real hinted(fixed = false, start = 3);
    Real x(start = g);
    Real y(start = 2*h - 1);
    Real z[2](each start = g);
    Real w(start = hinted);
  initial equation
    g = 3;
    h*h + h = 6;
    hinted = w;
  equation
    (x - 1)*(x - 3 - 0.01*time) = 0;
    (y - 1)*(y - 3 - 0.01*time) = 0;
    for i in 1:2 loop
      (z[i] - 1)*(z[i] - 3 - 0.01*time) = 0;
    end for;
    (w - 1)*(w - 3) = 0;
  end Guesses;

  model Terminal
    Real y = if terminal() then 1 else 0;
    Real a(start = 2);
    Boolean b = terminal();
    Boolean c = time > 0.5 and not terminal();
    Boolean d = terminal() or time > 2;
    Real z;
    Integer n(start = 0, fixed = true);
  equation
    if terminal() then
      z = time;
    else
      z = -1;
    end if;
    when terminal() then
      n = pre(n) + 1;
    end when;
  algorithm
    if terminal() then
      a := 1;
    end if;
  end Terminal;

  model Terminated "The end comes before the stop time"
    Real x(start = 0, fixed = true);
    Real y = if terminal() then 1 else 0;
    Integer n(start = 0, fixed = true);
  equation
    der(x) = 1;
    when x > 0.5 then
      terminate("half");
    end when;
    when terminal() then
      n = pre(n) + 1;
    end when;
  end Terminated;

  type Side = enumeration(left, middle, right);
  function pick
    input Real u[2];
    output Real big;
    output Integer which;
    output Boolean isFirst;
    output Side side;
  algorithm
    big := max(u);
    which := if u[1] > u[2] then 1 else 2;
    isFirst := which == 1;
    side := if u[1] > 0.75 then Side.left elseif u[1] > 0.25 then Side.middle else Side.right;
  end pick;
  function whole
    input Real u;
    output Integer i;
  algorithm
    i := integer(4*u);
  annotation (Inline = true);
  end whole;

  model Results
    Real u[2] = {1 - time, time};
    Real big;
    Integer which;
    Boolean isFirst;
    Side side;
    Real bigger;
    Integer again;
    Integer direct = whole(time);
    Integer changes(start = 0, fixed = true);
    Integer atEvent(start = 0, fixed = true);
    discrete Real bigAtEvent(start = 0, fixed = true);
    Integer before(start = 0, fixed = true);
  equation
    (big, which, isFirst, side) = pick(u);
    when change(which) then
      changes = pre(changes) + 1;
      before = pre(which);
    end when;
    when time > 0.8 then
      (bigAtEvent, atEvent) = pick(u);
    end when;
  algorithm
    (bigger, again) := pick({u[2], 0.7});
  end Results;

  model Parts "Integer parts of time on both sides of relations"
    Boolean a = 2 <= floor(4*time);
    Boolean b = integer(4*time) > 2;
    Boolean c = 0.25 <= mod(time, 0.5);
    Boolean d = div(time, 0.25) >= 3;
    Boolean e = time > floor(4*time)/4 + 0.125;
    Integer n(start = 0, fixed = true);
    Integer last(start = 0, fixed = true);
  equation
    when e then
      n = integer(4*time);
      last = pre(n);
    end when;
  end Parts;
end SolvedValues;
