package ModeChanges "Circuits and machines whose modes change together, for an instant, or from one singular mode to the next"
  model Commutation "Three phases feed one coil through diodes: at each change two of them conduct for an instant"
    parameter Real R(unit = "Ohm") = 0.5, L(unit = "H") = 2, U(unit = "V") = 1;
    Real u[3](each unit = "V"), p(unit = "V"), i(unit = "A", start = 0, fixed = true), d[3](each unit = "A"), s[3];
  equation
    for k in 1:3 loop
      u[k] = U*sin(time + 2.0943951023931953*(k - 1));
      d[k] = if s[k] > 0 then s[k] else 0;
      u[k] - p = if s[k] > 0 then 0 else s[k];
    end for;
    i = sum(d);
    L*der(i) = p - R*i;
    annotation(experiment(StopTime = 10, Interval = 0.05, Tolerance = 1e-9));
  end Commutation;

  model Bridge "Four diodes turn an alternating voltage into that of a coil"
    parameter Real R(unit = "Ohm") = 2, L(unit = "H") = 0.5, U(unit = "V") = 3;
    Real u(unit = "V"), p(unit = "V"), n(unit = "V"), i(unit = "A", start = 0, fixed = true), d[4](each unit = "A"), s[4];
    Real v[4](each unit = "V") = {u - p, -p, n - u, n};
  equation
    u = U*sin(2*time);
    L*der(i) = p - n - R*i;
    d[1] + d[2] = i;
    d[3] + d[4] = i;
    for k in 1:4 loop
      d[k] = if s[k] > 0 then s[k] else 0;
      v[k] = if s[k] > 0 then 0 else s[k];
    end for;
    annotation(experiment(StopTime = 5, Interval = 0.05, Tolerance = 1e-9));
  end Bridge;

  model Play "Two masses with play between hard ends"
    parameter Real b(unit = "m") = 0.1 "play to either side";
    Real x1(unit = "m", start = 0, fixed = true), v1(unit = "m/s", start = 1, fixed = true);
    Real x2(unit = "m", start = 0, fixed = true), v2(unit = "m/s", start = 0, fixed = true), f(unit = "N"), s;
  equation
    der(x1) = v1;
    der(x2) = v2;
    2*der(v1) = -f;
    3*der(v2) = f - 0.6*v2;
    x1 - x2 = if s > 1 then b elseif s < -1 then -b else b*s;
    f = if s > 1 then s - 1 elseif s < -1 then s + 1 else 0;
    annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-9));
  end Play;

  model TwoBrakes "Two brakes hold one shaft"
    Real w(unit = "rad/s", start = 0, fixed = true), f1(unit = "N.m"), f2(unit = "N.m"), s1, s2;
  equation
    der(w) = 3*sin(time) - f1 - f2;
    w = if s1 > 1 then s1 - 1 elseif s1 < -1 then s1 + 1 else 0;
    f1 = if s1 > 1 then 1 elseif s1 < -1 then -1 else s1;
    w = if s2 > 1 then s2 - 1 elseif s2 < -1 then s2 + 1 else 0;
    f2 = if s2 > 1 then 1.2 elseif s2 < -1 then -1.2 else 1.2*s2;
    annotation(experiment(StopTime = 6, Interval = 0.05, Tolerance = 1e-9));
  end TwoBrakes;

  model Differential "A differential that locks"
    Real w1(unit = "rad/s", start = 1, fixed = true), w2(unit = "rad/s", start = 4, fixed = true), w3(unit = "rad/s");
    Real t(unit = "N.m") "of the cage", lock(unit = "N.m");
    Boolean locked = time > 0.5;
  equation
    2*w3 = w1 + w2;
    der(w1) = t/2 + lock;
    2*der(w2) = t/2 - lock;
    0.5*der(w3) = 3 - t;
    if locked then
      w1 = w2;
    else
      lock = 0;
    end if;
    annotation(experiment(StopTime = 1, Interval = 0.05, Tolerance = 1e-9));
  end Differential;

  model ParallelGears "Two gears of one ratio are engaged one after the other, and then a third shaft is geared to them"
    constant Real J1 = 0.9848037014482542, J2 = 2.0935716559877617, J3 = 0.8713786994339898;
    constant Real ratio = -0.781579752464238, third = 0.7189932959005135;
    Real w1(start = 2.741289572790265, fixed = true), w2(start = 2.3213392812758684, fixed = true);
    Real w3(start = 2.1986187091097236, fixed = true), tau[3];
    Boolean engaged[3] = {time > 0.46, time > 0.35, time > 0.5};
  equation
    J1*der(w1) = -ratio*(tau[1] + tau[2]);
    J2*der(w2) = tau[1] + tau[2] + tau[3];
    J3*der(w3) = -third*tau[3];
    if engaged[1] then
      w2 = ratio*w1;
    else
      tau[1] = 0;
    end if;
    if engaged[2] then
      w2 = ratio*w1;
    else
      tau[2] = 0;
    end if;
    if engaged[3] then
      w2 = third*w3;
    else
      tau[3] = 0;
    end if;
    annotation(experiment(StopTime = 1, Interval = 0.05, Tolerance = 1e-9));
  end ParallelGears;
end ModeChanges;
