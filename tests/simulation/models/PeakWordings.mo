package PeakWordings "A block under a load between sliding and holding friction: the same in many wordings"
  partial model Block
    parameter Real m = 1, hold = 0.9, slide = 0.6, load = -0.7;
    Real v(start = 1, fixed = true), x(start = 0, fixed = true), f, sa;
  equation
    der(x) = v;
    m*der(v) = load - f;
    annotation(experiment(StopTime = 3, Tolerance = 1e-8));
  end Block;

  partial model Flags "Two flags tell that it starts"
    extends Block;
    Boolean startFor, startBack;
    Integer mode(start = 1, fixed = true);
  equation
    der(v) = if pre(mode) == 1 or startFor then sa - hold elseif pre(mode) == -1 or startBack then sa + hold else 0;
    f = if pre(mode) == 1 or startFor then slide elseif pre(mode) == -1 or startBack then -slide else sa;
    mode = if (pre(mode) == 1 or startFor) and v > 0 then 1
           elseif (pre(mode) == -1 or startBack) and v < 0 then -1
           else 0;
  end Flags;

  partial model Names "The relations have names"
    extends Flags;
    Boolean over = sa > hold, under = sa < -hold;
  end Names;

  model Plain
    extends Flags;
  equation
    startFor = pre(mode) == 0 and sa > hold;
    startBack = pre(mode) == 0 and sa < -hold;
  end Plain;

  model Named
    extends Names;
  equation
    startFor = pre(mode) == 0 and over;
    startBack = pre(mode) == 0 and under;
  end Named;

  model NamedTwice
    extends Names;
    Boolean up = over, down = not (not under), rests = pre(mode) == 0;
  equation
    startFor = rests and up;
    startBack = rests and down;
  end NamedTwice;

  model Counted "Events of a relation are counted, the event of starting too"
    extends Names;
    Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
  equation
    startFor = pre(mode) == 0 and over;
    startBack = pre(mode) == 0 and under;
    n = pre(n) + (if under and not pre(under) then 1 else 0);
    when {over, startFor, startBack} then
      k = pre(k) + 1;
    end when;
  end Counted;

  model Algorithmic
    extends Flags;
  algorithm
    startFor := false;
    startBack := false;
    if pre(mode) == 0 then
      startFor := sa > hold;
      startBack := sa < -hold;
    end if;
  end Algorithmic;

  model IfEquation
    extends Names;
  equation
    if pre(mode) == 0 then
      startFor = over;
      startBack = under;
    else
      startFor = false;
      startBack = false;
    end if;
  end IfEquation;

  function both
    input Boolean a, b;
    output Boolean y = a and b;
  algorithm
  end both;

  model Called
    extends Names;
  equation
    startFor = both(pre(mode) == 0, over);
    startBack = both(pre(mode) == 0, under);
  end Called;

  model CalledInABranch
    extends Names;
  equation
    startFor = if pre(mode) == 0 then both(true, over) else false;
    startBack = if pre(mode) == 0 then both(true, under) else false;
  end CalledInABranch;

  pure function least
    input Integer a, b;
    output Integer y;
    external "C" y = least(a, b)
      annotation(Include = "static int least(int a, int b) { return a < b ? a : b; }");
  end least;

  model CalledInC
    extends Names;
    Integer up, down;
  equation
    up = least(if pre(mode) == 0 then 1 else 0, if over then 1 else 0);
    down = if pre(mode) == 0 then least(1, if under then 1 else 0) else 0;
    startFor = up > 0;
    startBack = down > 0;
  end CalledInC;

  impure function note "Something outside of the model"
    input Real a;
    output Real y;
    external "C" y = fabs(a);
  end note;

  model Noted
    extends Named;
    discrete Real last(start = 0, fixed = true);
  equation
    when {startFor, startBack, under} then
      last = note(time);
    end when;
  end Noted;

  model InPlace "Without flags"
    extends Block;
    Integer mode(start = 1, fixed = true);
  equation
    der(v) = if pre(mode) == 1 or (pre(mode) == 0 and sa > hold) then sa - hold
             elseif pre(mode) == -1 or (pre(mode) == 0 and sa < -hold) then sa + hold
             else 0;
    f = if pre(mode) == 1 or (pre(mode) == 0 and sa > hold) then slide
        elseif pre(mode) == -1 or (pre(mode) == 0 and sa < -hold) then -slide
        else sa;
    mode = if (pre(mode) == 1 or (pre(mode) == 0 and sa > hold)) and v > 0 then 1
           elseif (pre(mode) == -1 or (pre(mode) == 0 and sa < -hold)) and v < 0 then -1
           else 0;
  end InPlace;

  partial model Directed "A number tells where it goes"
    extends Block;
    Integer mode(start = 1, fixed = true), going;
  equation
    der(v) = if going == 1 then sa - hold elseif going == -1 then sa + hold else 0;
    f = if going == 1 then slide elseif going == -1 then -slide else sa;
    mode = if going == 1 and v > 0 then 1 elseif going == -1 and v < 0 then -1 else 0;
  end Directed;

  model NextMode
    extends Directed;
  equation
    going = if pre(mode) == 0 then (if sa > hold then 1 elseif sa < -hold then -1 else 0) else pre(mode);
  end NextMode;

  model WantedMode
    extends Directed;
    Integer wanted = if sa > hold then 1 elseif sa < -hold then -1 else 0;
  equation
    going = if pre(mode) == 0 then wanted else pre(mode);
  end WantedMode;
end PeakWordings;
