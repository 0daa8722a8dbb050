package Specification "A walk through the specification; what each variable has to be at t = 1 stands behind it"
  model Operators "MLS 3.4, 3.5, 10.6"
    Real u = time;
    Real a = -u^2 "-1";
    Real b = 2^3 + 7/2*2 "15";
    Real c = u - 2 - 3 "-4";
    Real d = 12/4/3 "1";
    Real e = -2^2 "-4";
    Boolean f = not u > 2 and u > 0.5 or false "1";
    Boolean g = true or false and false "1";
    Real h = if u > 0.5 then 1 elseif u > 0.2 then 2 else 3 "1";
    Integer i = div(-7, 2) "-3";
    Integer j = mod(-7, 2) "1";
    Integer k = rem(-7, 2) "-1";
    Real l = mod(-3.5, 2) "0.5";
    Real m = ceil(-1.5*u) "-1";
    Real n = floor(-1.5*u) "-2";
    Integer o = integer(-1.5*u) "-2";
    Integer p = sign(-u) "-1";
    Real q = abs(-u) + abs(-3) "4";
    Real r = min(u, 2) + max({1, 3, 2}) "4";
    Real s = {1, 2, 3}*{u, u, u} "6";
    Real t[2] = [1, 2; 3, 4]*{u, 1} "3 7";
    Real v[2] = {u, 1}*[1, 2; 3, 4] "4 6";
    Real w[2, 2] = [1, 2; 3, 4]^2 "7 10 15 22";
    Real x[2] = {1, 2} .* {u, 3} .+ 1 "2 7";
    Real y[2] = 6 ./ {1, 1 + u} "6 3";
    Real z[2] = {2, 3} .^ 2 "4 9";
    Boolean aa = 1 <> 2 "1";
    Real bb = 1e-3 + .5e1 "5.001";
    Real cc = atan2(u, -1)*4/3.14159265358979 "3";
    Boolean dd = "b" > "a" "1";
    Real ee = 5 - (-u) "6";
  end Operators;

  model Arrays "MLS 10"
    parameter Integer n = 3;
    Real u = time;
    Real a[n] = {i^2*u for i in 1:n} "1 4 9";
    Real b[2, 3] = {i*10 + j for j in 1:3, i in 1:2} "11 12 13 21 22 23";
    Real c[3] = b[2, :] "21 22 23";
    Real d[2] = b[:, end] "13 23";
    Real e = sum(b) + product({1, 2, u}) "104";
    Real f[:] = cat(1, {1, 2}, {u}) "1 2 1";
    Real g[2, 2] = [1, u; transpose({{3}, {4}})] "1 1 3 4";
    Real h[3] = cross({1, 0, 0}, {0, u, 0}) "0 0 1";
    Real k[2, 2] = outerProduct({1, 2}, {3, u}) "3 1 6 2";
    Real l[3] = linspace(0, u, 3) "0 0.5 1";
    Real m[2, 2] = diagonal({1, u}) + identity(2) "2 0 0 2";
    Real o[:] = 1:2:6 "1 3 5";
    Real p[:] = 0.1:0.1:0.3 "0.1 0.2 0.3";
    Real q[:] = 3:-1:1 "3 2 1";
    Integer r = size(b, 2) + ndims(b) "5";
    Integer s[2] = size(b) "2 3";
    Real t[3, 3] = skew({1, 2, 3}) "0 -3 2 3 0 -1 -2 1 0";
    Real v[2, 2] = symmetric([1, 2; 7, 4]) "1 2 2 4";
    Real w = scalar({{u}}) + vector([1; 2])*{1, 1} "4";
    Real x[2, 1] = matrix({1, u}) "1 1";
    Real y = max(b) - min(b) "12";
    Real z = sum(i*j for i in 1:2, j in 1:3) "18";
    Real aa[0] "";
    Real bb = sum(aa) + product(aa) "1";
    Real cc[2] = a[{3, 1}] "9 1";
    Real dd[2] = a[2:end] "4 9";
    Real ee[2, 2] = fill(u, 2, 2) "1 1 1 1";
    Integer ff = sum(if i > 1 then i else 0 for i in 1:3) "5";
    Real gg[3] = cat(1, a[1:0], a) "1 4 9";
    Real hh[1, 3] = [a[1], 2, 3] "1 2 3";
    Real kk = max(i*(4 - i) for i in 1:4) "4";
  end Arrays;

  type Gear = enumeration(reverse, neutral, first "slow", second);
  type Angle = Real(unit = "rad", min = -10, max = 10);

  model Types "MLS 4.8: enumerations, attributes, subscripts by enumeration and Boolean"
    parameter Gear start = Gear.neutral;
    Gear g(start = Gear.reverse, fixed = true) "4";
    Real ratio[Gear] = {-3, 0, 3, 1.5} "-3 0 3 1.5";
    Real r = ratio[g] "1.5";
    Integer n = Integer(g) "4";
    Boolean later = g > Gear.first "1";
    Real onoff[Boolean] = {2, 5} "2 5";
    Real c = onoff[time > 0.5] "5";
    Integer count = size(ratio, 1) "4";
    Real all = sum(Integer(i) for i in Gear) "10";
    Angle phi(start = 0.5, fixed = true) "1.5";
    Boolean same = start == Gear.neutral "1";
    Gear next = if time > 2 then Gear.first else Gear.second "4";
  equation
    der(phi) = 1;
    when time > 0.2 then
      g = Gear.neutral;
    elsewhen time > 0.7 then
      g = Gear.second;
    end when;
  end Types;

  partial model Base
    parameter Real k = 1;
    Real y;
  protected
    Real hidden = k + 1;
  end Base;

  model Derived "MLS 7.1, 7.2"
    extends Base(k = 2);
    Real z = hidden + y;
  equation
    y = 10*k;
  end Derived;

  model Nested
    Derived d(k = 3) "y = 30, z = 34";
    replaceable Derived e constrainedby Base(k = 7) "70";
    parameter Real p = 5;
    Derived f[2](k = {1, p});
    Derived g[2](each k = p);
  end Nested;

  model OtherDerived
    extends Base;
    parameter Real extra = 1;
  equation
    y = -k - extra;
  end OtherDerived;

  model Modifiers "MLS 7.2, 7.3"
    Nested a(d(k = 4), f(k = {8, 9}));
    Nested b(redeclare OtherDerived e(extra = 2));
    Nested c(p = 6, g(each k = 2));
    model Mine = Derived(k = 11);
    Mine m;
    replaceable model Choice = Derived constrainedby Base;
    Choice ch(k = 12);
    Real r[12] = {a.d.y, a.e.y, a.f[2].y, b.e.y, c.f[2].y, c.g[1].y, m.y, ch.y, a.d.z, b.d.z, c.d.k, b.g[2].k}
      "40 70 90 -9 60 20 110 120 45 34 3 5";
  end Modifiers;

  model Chosen "MLS 7.3"
    extends Modifiers(redeclare model Choice = OtherDerived(extra = 3));
    Real y = ch.y "-15";
  end Chosen;

  record Point
    Real x;
    Real y = 2*x;
  end Point;

  record Point3
    extends Point;
    Real z = 3;
  end Point3;

  function move
    input Point p;
    input Real by = 1;
    output Point moved;
  algorithm
    moved := p;
    moved.x := p.x + by;
  end move;

  model Records "MLS 4.6, 12.6"
    Point a(x = time) "";
    Point b = Point(1, 5);
    Point c = Point(x = time);
    Point d = move(b, by = 2);
    Point3 e(x = 1);
    Point f[2](x = {1, 2});
    Real r[11] = {a.y, b.y, c.y, d.x, d.y, e.y, e.z, f[2].y, sum(f.x), sum(f[:].y), (move(move(a))).x}
      "2 5 2 3 5 2 3 4 3 6 3";
  end Records;

  function factorial
    input Integer n;
    output Integer f;
  algorithm
    f := if n < 2 then 1 else n*factorial(n - 1);
  end factorial;

  function statistics
    input Real x[:];
    output Real mean;
    output Real span;
  protected
    Real lowest = x[1], highest = x[1];
  algorithm
    mean := 0;
    for v in x loop
      mean := mean + v/size(x, 1);
      lowest := min(lowest, v);
      if v > highest then
        highest := v;
      end if;
    end for;
    span := highest - lowest;
  end statistics;

  function firstAbove
    input Real x[:];
    input Real level;
    output Integer k = 0;
  algorithm
    while k < size(x, 1) loop
      k := k + 1;
      if x[k] > level then
        return;
      end if;
    end while;
    k := -1;
  end firstAbove;

  function oddSum
    input Integer n;
    output Integer s = 0;
  algorithm
    for i in 1:2:n loop
      if i > 9 then
        break;
      end if;
      for j in {i} loop
        s := s + j;
      end for;
    end for;
  end oddSum;

  function scaled
    input Real u;
    input Real by = 2;
    input Real offset = by + 1;
    output Real y = by*u + offset;
  algorithm
  end scaled;

  function twice = scaled(by = 2, offset = 0);

  model Functions "MLS 12"
    Real u = time;
    Real mean "2", span "3";
    Integer f = factorial(5) "120";
    Integer k = firstAbove({1, 2, 3}, 2.5) "3";
    Integer none = firstAbove({1, 2}, 2.5) "-1";
    Integer o = oddSum(7) "16";
    Integer oo = oddSum(100) "25";
    Real a = scaled(u) "5";
    Real b = scaled(u, offset = 1) "3";
    Real c = scaled(u, 3) "7";
    Real d[2] = scaled({u, 2}, 1, 0) "1 2";
    Real e = statistics({1, 2, 6}) "3";
    Real g = twice(4) "8";
  equation
    (mean, span) = statistics({1, u + 1, 3, 2, 4, 0.0 + 1, 1});
  end Functions;

  connector Pin
    Real v;
    flow Real i;
  end Pin;

  model Resistor
    parameter Real R = 1;
    Pin p, n;
  equation
    p.i = (p.v - n.v)/R;
    p.i + n.i = 0;
  end Resistor;

  model Source
    parameter Real V = 1;
    Pin p, n;
  equation
    p.v - n.v = V;
    p.i + n.i = 0;
  end Source;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Circuit "MLS 9: three equal resistors in parallel behind one in series"
    parameter Integer n = 3;
    Source s(V = 12);
    Resistor first(R = 2), rest[n](each R = 6);
    Ground g;
    Pin inside "an outside connector of nothing";
    Real i = -s.p.i "3";
    Real v = rest[2].p.v "6";
    Real open = inside.i "0";
  equation
    connect(s.p, first.p);
    for k in 1:n loop
      connect(first.n, rest[k].p);
      connect(rest[k].n, g.p);
    end for;
    connect(s.n, g.p);
    inside.v = 1;
  end Circuit;

  model Outer
    outer Real shared;
    outer parameter Real gain;
    Real y = gain*shared;
  end Outer;

  model InnerOuter "MLS 5.4"
    inner Real shared = time + 1;
    inner parameter Real gain = 3;
    Outer a;
    model Between
      inner parameter Real gain = 5;
      Outer o;
    end Between;
    Between b;
    Real r[2] = {a.y, b.o.y} "6 10";
  end InnerOuter;

  model Conditional "MLS 4.4.5"
    parameter Boolean with = false;
    parameter Integer n = 2;
    Resistor r if with;
    Source s(V = 4);
    Ground g;
    Resistor load(R = 2);
    Real i = load.p.i "2";
  equation
    connect(s.p, load.p);
    connect(s.p, r.p);
    connect(r.n, g.p);
    connect(load.n, g.p);
    connect(s.n, g.p);
  end Conditional;

  model Events "MLS 8.3.5, 8.5, 3.7.5"
    Real x(start = 0, fixed = true) "1.5";
    Real y(start = 0, fixed = true) "0.25";
    Integer n(start = 0, fixed = true) "3";
    Integer m(start = 10, fixed = true) "8";
    discrete Real held(start = -1, fixed = true) "0.75";
    Boolean up(start = false, fixed = true) "1";
    Boolean b = time > 0.3 and time < 0.6;
    Integer edges(start = 0, fixed = true) "1";
    Integer changes(start = 0, fixed = true) "2";
    Boolean tick = sample(0.25, 0.25);
    Real after = if initial() then 1 else 2 "2";
    Real ramp = noEvent(if time > 0.5 then time - 0.5 else 0) "0.5";
    Real z(start = 1, fixed = true) "0.5";
  equation
    der(x) = if x < 0.5 then 1 else 2;
    when x > 1.2 then
      up = not pre(up);
    end when;
    der(y) = 1;
    when y > 0.75 then
      reinit(y, 0);
    end when;
    when tick then
      held = time - (if time > 0.9 then 0.25 else 0);
    end when;
    when {time > 0.1, time > 0.4, time > 0.7} then
      n = pre(n) + 1;
    end when;
    der(z) = -0.5;
  algorithm
    when edge(b) then
      edges := edges + 1;
    end when;
    when change(b) then
      changes := changes + 1;
      m := m - 1;
    end when;
  end Events;

  model Start "MLS 8.6"
    parameter Real p(fixed = false) "3";
    parameter Real q = 2*p "6";
    Real x(start = 5) "";
    Real v "";
    Real w(start = 4, fixed = true) "4";
    Real r[2] = {x, v} "2 0";
  initial equation
    der(x) = 0;
    p = 3;
  equation
    der(x) = 4 - 2*x;
    v = der(x);
    der(w) = 0;
  end Start;

  model Algorithms "MLS 11"
    Real u = time;
    Real a "7";
    Real s[3] "1 3 6";
    Integer k "4";
    Real last "3";
    Real t "2";
  algorithm
    a := u;
    a := 2*a + 1;
    a := a + 4*u;
    for i in 1:3 loop
      s[i] := if i == 1 then u else s[i - 1] + i;
    end for;
    k := 0;
    while k < 4 loop
      k := k + 1;
    end while;
    for v in {1, 2, 3} loop
      last := v;
    end for;
    if u > 0.5 then
      t := 2;
    else
      t := 1;
    end if;
  end Algorithms;

  package Numbers
    constant Real tau = 6.25;
    constant Integer powers[:] = {integer(2^i) for i in 1:3};
    package Inner
      constant Real half = tau/2;
      function f
        input Real x;
        output Real y = x*half;
      algorithm
      end f;
    end Inner;
  end Numbers;

  model Names "MLS 5.3, 13.2"
    import N = Specification.Numbers;
    import Specification.Numbers.Inner.f;
    import Specification.Numbers.*;
    Real 'a b+c' = time;
    Real r[6] = {N.tau, f(2), Inner.half, powers[2], .Specification.Numbers.tau, 'a b+c'}
      "6.25 6.25 3.125 4 6.25 1";
  end Names;

  block Gain
    input Real u;
    output Real y;
    parameter Real k = 2;
  equation
    y = k*u;
  end Gain;

  model Causal "MLS 4.4.2.2: inputs bound in the declaration"
    Gain g(u = time, k = 3);
    Gain h;
    Real y = g.y + h.y "9";
  equation
    h.u = g.y;
  end Causal;

  model Miscellaneous
    Real x = homotopy(time, 2) "1";
    Real d = delay(time, 0.25) "0.75";
    Real s = smooth(1, if time > 0.5 then time else 0.5) "1";
    Integer c = cardinality(p) "0";
    Pin p;
    Real t(start = 0, fixed = true) "1";
    parameter String text = "x = " + String(1.5) + ", " + String(true) + ", " + String(7, minimumLength = 3);
    Boolean right = text == "x = 1.5, true, 7  " "1";
    Boolean left = String(3, leftJustified = false, minimumLength = 4) == "   3" "1";
    Boolean digits = String(3.14159, significantDigits = 3) == "3.14" "1";
    Boolean gear = String(Gear.first) == "first" "1";
  equation
    p.v = time;
    der(t) = 1;
  end Miscellaneous;

  model IfEquations "MLS 8.3.4"
    parameter Boolean fast = true;
    Real x(start = 0, fixed = true) "3";
    Real y "-1", z "1";
  equation
    if fast then
      der(x) = 3;
    else
      der(x) = 1;
    end if;
    if time < 0.5 then
      y = 1;
      z = 0;
    elseif time < 0.75 then
      y = 0;
      z = 0.5;
    else
      y + z = 0;
      z = 1;
    end if;
  end IfEquations;

  function der_square
    input Real x;
    input Real dx;
    output Real dy = 2*x*dx;
  algorithm
  end der_square;

  function square
    input Real x;
    output Real y = x*x;
  algorithm
    annotation(derivative = der_square);
  end square;

  model Derivatives "MLS 3.7.4, 12.7"
    Real x = square(time);
    Real v = der(x) "2";
    Real w = der(time^3 + 2*time) "5";
    Real c = der(3.0) "0";
    Real s[2](each start = 0, each fixed = true) "1 2";
  equation
    der(s) = {1, 2};
  end Derivatives;
end Specification;
