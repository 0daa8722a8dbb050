within Bench.Race;
model P3Plain "P3 in plain text: equations, no components"
  parameter Integer n = 10 "number of blocks";
  parameter Real m = 1, k = 1000, c = 1, f0 = 1;
  Real x[n](each start = 0, each fixed = true), v[n](each start = 0, each fixed = true);
  Real a[n], f[n], sa[n], link[n + 1];
  Boolean startFor[n](each start = false, each fixed = true), startBack[n](each start = false, each fixed = true);
  constant Integer Forward = 1, Stuck = 0, Backward = -1;
  Integer mode[n](each start = Stuck, each fixed = true);
equation
  link[1] = 5*sqrt(n)*sin(2*3.14159265358979323846*time);
  link[n + 1] = 0;
  for i in 2:n loop
    link[i] = k*(x[i - 1] - x[i]) + c*(v[i - 1] - v[i]);
  end for;
  for i in 1:n loop
    der(x[i]) = v[i];
    der(v[i]) = a[i];
    m*a[i] = link[i] - link[i + 1] - f[i];
    startFor[i] = pre(mode[i]) == Stuck and sa[i] > 1;
    startBack[i] = pre(mode[i]) == Stuck and sa[i] < -1;
    a[i] = if pre(mode[i]) == Forward or startFor[i] then sa[i] - 1
           elseif pre(mode[i]) == Backward or startBack[i] then sa[i] + 1 else 0;
    f[i] = if pre(mode[i]) == Forward or startFor[i] then f0
           elseif pre(mode[i]) == Backward or startBack[i] then -f0 else f0*sa[i];
    mode[i] = if (pre(mode[i]) == Forward or startFor[i]) and v[i] > 0 then Forward
              elseif (pre(mode[i]) == Backward or startBack[i]) and v[i] < 0 then Backward else Stuck;
  end for;
  annotation(experiment(StopTime = 10, Interval = 0.1, Tolerance = 1e-8));
end P3Plain;
