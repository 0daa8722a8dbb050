package Bounds "Variables that leave the range of their min and max (MLS 4.8.1)"
  type Level = Real(min = 0, max = 2, unit = "m");
  type Gear = enumeration(first, second, third);

  model Falling "Each variable leaves its range once and for all, or again and again"
    Level h(start = 1, fixed = true);
    Real swing(min = -0.5) = sin(20*time);
    Integer n(max = 2, start = 0, fixed = true);
    Gear gear(max = Gear.second, start = Gear.first);
    Real inside(min = -1, max = 1) = cos(time);
    Real alias(min = 0) = h;
  equation
    der(h) = -2;
    when sample(0.1, 0.1) then
      n = pre(n) + 1;
    end when;
    gear = if time < 0.3 then Gear.first elseif time < 0.7 then Gear.second else Gear.third;
  end Falling;

  model Touching "Rounding, and what lies outside by less than the tolerance, is no matter"
    Real zero(min = 0) = 0.3 - (0.1 + 0.2);
    Real x(start = 1, fixed = true, min = 0);
  equation
    der(x) = -50*x;
  end Touching;

  model Small "The same at any scale"
    parameter Real scale = 1e-9;
    Real x(start = scale, fixed = true, min = 0);
  equation
    der(x) = -2*scale;
  end Small;

  model Moving "Bounds that depend on parameters"
    parameter Real limit = 0.5;
    parameter Real solved(fixed = false, start = 1);
    Real x(max = 2*limit, start = 0, fixed = true);
    Real y(min = -solved) = -x;
  initial equation
    solved = 3*limit;
  equation
    der(x) = 1;
  end Moving;

  model Solved "A parameter that the initial equations put outside"
    parameter Real p(fixed = false, max = 1);
    Real x(start = 0, fixed = true);
  initial equation
    p = 1 + x + 1;
  equation
    der(x) = p;
  end Solved;

  model StartOutside
    Real x(min = 2), y;
  initial equation
    x = y;
  equation
    y = 1;
    der(x) = 0.1;
  end StartOutside;

  model Many "Of many variables the first ones are told"
    Real x[50](each min = 0, each start = 1, each fixed = true);
  equation
    der(x) = -{2 + i/50 for i in 1:50};
  end Many;
end Bounds;
