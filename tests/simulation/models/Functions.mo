package Functions "Declarations of functions take effect in the order of what they need (MLS 12.4.4)"
  record Ellipse
    Real a = 2*b;
    Real b = 3;
    Real area = a*b;
  end Ellipse;
  function Later "Each declaration needs one that stands below"
    input Real u = 2*v;
    input Real v = 1;
    output Real y = t + 1;
    output Real sums[:] = cumulated;
    output Real area = ellipse.area;
  protected
    Real t = s*s;
    Real cumulated[n] = {sum(whole[1:i]) for i in 1:n};
    Integer n = size(whole, 1);
    Real whole[:] = {u, v, s};
    Real s = u + v;
    Ellipse ellipse(b = s);
  algorithm
    y := y + t;
  end Later;
  model AtRunTime
    Real y, z, sums[3], area;
  equation
    (y, sums, area) = Later(time, 2);
    z = Later();
    annotation (experiment(StopTime = 1));
  end AtRunTime;
  model AtTranslation "The same, computed by the compiler: it gives the size of an array"
    parameter Integer n = integer(Later(1, 1));
    Real x[n] = {i*time for i in 1:n};
    parameter Integer m = integer(Later());
    Real w[m] = fill(time, m);
    annotation (experiment(StopTime = 1));
  end AtTranslation;
  function Running "No turn of a loop reads what none before has assigned"
    input Real u[:];
    output Real peaks[size(u, 1)];
    output Real steps[size(u, 1), 2];
  protected
    Real last;
  algorithm
    for i in 1:size(u, 1) loop
      peaks[i] := if i == 1 then u[1] else max(peaks[i - 1], u[i]);
      steps[i, 1] := if i > 1 then u[i] - last else 0;
      last := u[i];
      steps[i, 2] := sum(peaks[1:i - 1]);
    end for;
  end Running;
  model Loops
    Real peaks[3], steps[3, 2];
  equation
    (peaks, steps) = Running({time, 1 - time, 0.75});
    annotation (experiment(StopTime = 1));
  end Loops;
  function Pairs "Ranges that move: how far they run is known, where is not"
    input Integer n;
    input Real u;
    output Real s[6];
    output Real moved;
  protected
    Integer even;
    Integer k;
  algorithm
    even := 2*div(n, 2);
    s := zeros(6);
    s[1:2] := {u, 1};
    for i in 3:2:even loop
      s[i:i + 1] := s[i - 2:i - 1] + {1, s[i - 1]};
    end for;
    if n > even then
      s[n - 1:n] := s[n - 3:n - 2] .* {10, 10};
    end if;
    moved := sum(s[even:-1:even - 1]) + size(s[even:even - 1], 1);
    k := 1;
    for j in k:k + 2 loop
      k := k + 10;
      moved := moved + 100*j;
    end for;
  end Pairs;
  model Moving
    Real s[6], moved, t[6], other;
    Integer n(start = 4, fixed = true);
  equation
    (s, moved) = Pairs(n, 3);
    (t, other) = Pairs(5, time);
    when time > 0.5 then
      n = 6;
    end when;
    annotation (experiment(StopTime = 1));
  end Moving;

  function reduce "Over the first n rows"
    input Real x[:, 2];
    input Integer n;
    output Real s;
    output Integer m;
  algorithm
    s := sum(x[1:n, 2]) - product(x[i, 1] for i in 1:n);
    m := max(i*j for i in n:-1:2, j in {1, 2});
  end reduce;
  model Reductions
    Integer n(start = 1, fixed = true);
    Real x[3] = {1, 2, 3 + time};
    Real s, least = min(x[n:3]), rest = sum(x[n + 2:3]);
    Integer m;
  equation
    (s, m) = reduce([x, 2*x], n);
    when {time > 0.25, time > 0.5} then
      n = pre(n) + 1;
    end when;
    annotation (experiment(StopTime = 1));
  end Reductions;

  function horner
    input Real s;
    input Real k[:];
    output Real v;
  algorithm
    v := k[1];
    for j in 2:size(k, 1) loop
      v := v*s + k[j];
    end for;
    annotation (derivative = hornerRate);
  end horner;
  function hornerRate "Of a polynomial of degree 0 there is none"
    input Real s;
    input Real k[:];
    input Real ds;
    input Real dk[size(k, 1)];
    output Real dv;
  protected
    Integer m = size(k, 1);
    Real q[m - 1] = {(m - j)*k[j] for j in 1:m - 1};
  algorithm
    dv := horner(s, q)*ds + horner(s, dk);
  end hornerRate;
  model Differentiated
    Real u = horner(time, {3, 0, -1, 5});
    Real du = der(u);
    annotation (experiment(StopTime = 2));
  end Differentiated;
  model HigherDerivatives "Three derivatives of a function that is no expression; the errors are differences from closed forms"
    function cube "k*x^3 by a loop, and x^3*sin(x) below 0"
      input Real x;
      input Real k;
      output Real y;
    protected
      Real p;
    algorithm
      p := 1;
      for i in 1:3 loop
        p := p*x;
      end for;
      y := if x > 0 then k*p else p*sin(x);
      if x < -10 then
        y := 0;
      end if;
      annotation(smoothOrder = 2);
    end cube;
    Real x = 1.5 + sin(time);
    Real k = 2 + time;
    Real y = cube(x, k);
    Real d1 = der(y);
    Real d2 = der(d1);
    Real d3 = der(d2);
    Real s = sin(time);
    Real c = cos(time);
    Real e1 = d1 - (3*x^2*c*k + x^3);
    Real e2 = d2 - (6*x*c^2*k - 3*x^2*s*k + 6*x^2*c);
    Real e3 = d3 - (6*c^3*k - 18*x*c*s*k - 3*x^2*k*c + 18*x*c^2 - 9*x^2*s);
    annotation(experiment(StopTime = 6));
  end HigherDerivatives;
end Functions;
