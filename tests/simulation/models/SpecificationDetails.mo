package SpecificationDetails "More of the walk through the specification; what each variable has to be at t = 1 stands behind it"
  type Gear = enumeration(reverse, neutral, first, second);
  function warn
    input Real x;
    output Real y;
  algorithm
    assert(x < 0.5, "too large", AssertionLevel.warning);
    y := 2*x;
  end warn;
  model Warn
    Real y = warn(time) "2";
  end Warn;

  function rotate
    input Real v[:];
    output Real w[size(v, 1)];
  algorithm
    w := v;
    w[2:end] := w[1:end - 1];
    w[1] := v[end];
  end rotate;
  function fillPattern
    input Integer n;
    output Real A[n, n];
  algorithm
    A := zeros(n, n);
    A[1, :] := 1:n;
    A[2:n, 1] := {i*10 for i in 2:n};
    A[end, end] := A[1, end - 1] + 0.5;
    for i in 1:n, j in 1:i loop
      if j == 2 then
        A[i, j] := A[i, j] + 100;
      end if;
    end for;
  end fillPattern;
  function two
    input Real u;
    output Real a = u;
    output Real b[2] = {2*u, 3*u};
    output Integer c = 7;
  algorithm
  end two;
  model Slices
    Real w[3] = rotate({1, 2, 3*time}) "3 1 2";
    Real A[3, 3] = fillPattern(3) "1 2 3 20 100 0 30 100 2.5";
    Real x[4] "5 1 7 1";
    Real y[4] "0 1 2 3";
    Real a, c[2] "10 15";
    Integer d "7";
    Real p "5";
    Integer idx[2] = {3, 1};
    Real z = y[idx[end]] "0";
    Real q[2] = y[idx] "2 0";
    Real B[2, 3] = [1, 2, 3; 4, 5, 6];
    Real bb[2] = B[{2, 1}, end - 1] "5 2";
    Real bc[2, 2] = B[:, {1, 3}] "1 3 4 6";
  equation
    p = a;
    (a, c, d) = two(5);
  algorithm
    x := ones(4);
    x[1:2:end] := {5, 7};
    y := {1, 2, 3, 0};
    y[2:4] := y[1:3];
    y[1] := 0;
  end Slices;
  model MultiAssign
    Real a "5", b[2] "10 15", e "3";
    Integer c "7";
    Real f[2] "9 1";
  algorithm
    (a, b) := two(5);
    (, , c) := two(1);
    (f[1], , ) := two(9);
    f[2] := 1;
    (e) := two(3);
  end MultiAssign;

  model Loops
    Real s "14", t "6", u[2, 2] "11 12 21 22";
    Real g[Gear] "1 2 3 4";
    Real h "5";
    Real v = sum(i for i in {1, 5, 7}) "13";
    Real w[2, 3] = {i*10 + j for i in 1:3, j in 1:2} "11 21 31 12 22 32";
    Integer i = 42 "42";
  equation
    for i in Gear.first:Gear.second loop
      g[i] = Integer(i);
    end for;
    g[Gear.reverse] = 1;
    g[Gear.neutral] = 2;
    for i in 1:2 loop
      for j in 1:2 loop
        u[i, j] = 10*i + j;
      end for;
    end for;
  algorithm
    s := 0;
    for i in 1:3 loop
      s := s + i^2;
    end for;
    t := 0;
    for i in 1:2, j in 1:i loop
      t := t + j + (if i == 2 then 1 else 0);
    end for;
    h := 0;
    for i in {1, 4} loop
      h := h + i;
    end for;
  end Loops;

  model Priority
    Integer n(start = 0, fixed = true) "1";
    Integer m(start = 0, fixed = true) "12";
    Integer k(start = 0, fixed = true) "2";
    Integer c(start = 0, fixed = true) "11";
    Boolean a = time > 0.5;
  equation
    when time > 0.5 then
      n = 1;
    elsewhen time > 0.5 then
      n = 2;
    end when;
    when a then
      k = pre(k) + 1;
    elsewhen not a then
      k = pre(k) + 10;
    elsewhen time > 0.8 then
      k = pre(k) + 1;
    end when;
    when initial() then
      c = 10;
    elsewhen time > 0.3 then
      c = pre(c) + 1;
    end when;
  algorithm
    when time > 0.2 then
      m := m + 2;
    end when;
    when time > 0.2 then
      m := m + 10;
    end when;
  end Priority;

  connector Out = output Real;
  connector In = input Real;
  block G
    In u;
    Out y;
    parameter Real k = 2;
  equation
    y = k*u;
  end G;
  block Ramp
    Out y[2] = {time, 2*time};
  end Ramp;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Cell
    Pin p, n;
    parameter Real R = 1;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Cell;
  model Pack
    Pin p, n;
    parameter Integer k = 0;
    Cell c[k](each R = 2);
    Cell last(R = 1);
  equation
    if k > 0 then
      connect(p, c[1].p);
      for i in 1:k - 1 loop
        connect(c[i].n, c[i + 1].p);
      end for;
      connect(c[k].n, last.p);
    else
      connect(p, last.p);
    end if;
    connect(last.n, n);
  end Pack;
  model Feed
    Pin p, n;
  equation
    p.v = 10;
    n.v = 0;
  end Feed;
  model Connections
    Ramp r;
    G g[2](k = {3, 4});
    Real y[2] = g.y "3 8";
    Pack none, two(k = 2);
    Feed f1, f2;
    Real i1 = none.p.i "10";
    Real i2 = two.p.i "2";
    Real i3 = -f2.p.i "2";
  equation
    connect(r.y, g.u);
    connect(f1.p, none.p);
    connect(f1.n, none.n);
    connect(f2.p, two.p);
    connect(f2.n, two.n);
  end Connections;

  model CondArray
    parameter Boolean has = false;
    parameter Integer n = 2;
    Cell c[n] if has;
    Cell d[n] if not has;
    Feed f;
    Real i = -f.p.i "20";
  equation
    for k in 1:n loop
      connect(f.p, c[k].p);
      connect(f.n, c[k].n);
      connect(f.p, d[k].p);
      connect(f.n, d[k].n);
    end for;
  end CondArray;

  partial package Medium
    constant Real rho = 1;
    constant Integer n = 1;
    replaceable partial function density
      input Real T;
      output Real d;
    end density;
    replaceable record State
      Real T;
    end State;
  end Medium;
  package Water
    extends Medium(rho = 1000, n = 2);
    redeclare function extends density
    algorithm
      d := rho*(1 - T/100);
    end density;
    redeclare record extends State
      Real p = 5;
    end State;
  end Water;
  model Vessel
    replaceable package M = Medium constrainedby Medium;
    Real x[M.n] = {i*M.rho for i in 1:M.n};
    Real d = M.density(10);
    M.State s(T = 3);
  end Vessel;
  model Packages
    Vessel v(redeclare package M = Water);
    Real r[5] = {v.x[1], v.x[2], v.d, v.s.p, v.s.T} "1000 2000 900 5 3";
  end Packages;

  model DerThings
    Real x(start = 1, fixed = true) "2";
    Real v[2](start = {0, 0}, each fixed = true) "1 4";
    Real p = x*v[2] "8";
    Real dp = der(x*v[2]) "12";
    Real q = der(sin(x)) "-0.4161468365471424";
    Real M[2, 2] = [x, 1; 0, x^2];
    Real dM[2, 2] = der(M) "1 0 0 4";
    record R
      Real a;
      Real b;
    end R;
    R r(a = x, b = x^2);
    Real dr = der(r.b) "4";
  equation
    der(x) = 1;
    der(v) = {1, 4};
  end DerThings;

  model InitialStuff
    parameter Real c[2](each fixed = false) "2 3";
    Integer n(fixed = true, start = 3) "3";
    Real x(start = 0) "4";
    Real y "2";
  initial algorithm
    for i in 1:2 loop
      c[i] := i + 1;
    end for;
  initial equation
    x = 4;
  equation
    der(x) = 0;
    y^3 = 8;
    when false then
      n = 0;
    end when;
  end InitialStuff;

  model Rounding
    Integer k = integer(10*time + 0.5) "10";
    Real f = floor(-2.5) "-3";
    Integer d = div(7, -2) "-3";
    Integer m = mod(7, -2) "-1";
    Integer r = rem(7, -2) "1";
    Real dr = div(5.5, 2) "2";
    Real mr = mod(5.5, -2) "-0.5";
    Real rr = rem(-5.5, 2) "-1.5";
    Real p = (-8)^2 "64";
    Real q = 2^(-1) "0.5";
    Real i = 1/2 "0.5";
    Real e = exp(log(time + 1)) "2";
    Real sq = sqrt(4*time) "2";
    Real big = 2147483647*2.0 "4294967294";
  end Rounding;

  model Shadow
    constant Real k = 3;
    model Inner
      parameter Real k = 4;
      Real y = k;
      function f
        input Real x;
        output Real y = x*k0;
      protected
        constant Real k0 = 2;
      algorithm
      end f;
      Real z = f(y);
    end Inner;
    Inner a, b(k = 5);
    Real r[4] = {a.y, b.y, a.z, b.z} "4 5 8 10";
  end Shadow;

  model FinalAndEach
    model Part
      parameter Real p[2] = {1, 2};
      parameter Real q = 3;
      Real s(start = q, fixed = true);
    equation
      der(s) = 0;
    end Part;
    Part a[2](each p = {5, 6}, q = {7, 8});
    Part b[2](p = {{1, 2}, {3, 4}}, each q = 9);
    Part c(p(each min = 0), final q = 10);
    Real r[6] = {a[2].p[1], a[2].s, b[2].p[1], b[1].s, c.s, c.p[2]} "5 8 3 9 10 2";
  end FinalAndEach;

  model OuterArray
    model User
      outer Real field[2];
      Real y = sum(field);
    end User;
    inner Real field[2] = {1, time};
    User u[2];
    Real r = u[1].y + u[2].y "4";
  end OuterArray;

  function recursiveSum
    input Real v[:];
    output Real s;
  algorithm
    s := if size(v, 1) == 0 then 0 else v[1] + recursiveSum(v[2:end]);
  end recursiveSum;
  function early
    input Integer n;
    output Integer k = 0;
    output Boolean found = false;
  algorithm
    for i in 1:n loop
      for j in 1:n loop
        k := 10*i + j;
        if i*j == 6 then
          found := true;
          return;
        end if;
      end for;
    end for;
  end early;
  function breakInner
    input Integer n;
    output Integer k = 0;
  algorithm
    for i in 1:n loop
      for j in 1:n loop
        if j > i then
          break;
        end if;
        k := k + 1;
      end for;
    end for;
  end breakInner;
  model MoreFunctions
    Integer k "23";
    Boolean found "1";
    Integer b = breakInner(4) "10";
    Integer b2 = breakInner(100) "5050";
    Real m[2, 2] = sin([0, 0; 0, 0]) + [1, 2; 3, 4] "1 2 3 4";
    Real v[2] = two({1, 2}) "1 2";
    Real mx = max({-1, -5}) "-1";
    Real mn = min([4, 2; 9, 3]) "2";
  equation
    (k, found) = early(5);
  end MoreFunctions;
  model SizeRecursion
    Real s = recursiveSum({1, 2, 3*time}) "6";
  end SizeRecursion;
  model Logic
    Boolean b1 = time > 0.5 and time > 0.2 or time > 5 "1";
    Integer x = if b1 then 1 else 2 "1";
    Boolean c[2] = {b1, not b1} "1 0";
    Boolean d[2] = not c "0 1";
    Boolean e[2] = c or d "1 1";
    Real r = if c[1] and not d[1] then 3 else 4 "3";
    Boolean all1 = min({if c[i] then 1 else 0 for i in 1:2}) > 0 "0";
  end Logic;

  model Part
    parameter String name = getInstanceName();
    Boolean second = name == "InstanceNames.h[2].part";
  end Part;
  model Holder
    Part part;
  end Holder;
  model InstanceNames "MLS 3.7.4.3"
    Holder h[2];
    Part alone(name = getInstanceName());
    Boolean a = alone.name == "InstanceNames" "1";
    Boolean b = h[1].part.second "0";
    Boolean c = h[2].part.second "1";
  end InstanceNames;
end SpecificationDetails;
