package CoupledFriction "Friction elements that share their bodies: several must change their mode at once"
  partial model Network "k friction elements between n bodies, all at rest: J a = tau - D' f, element i sees the speed D[i, :] w"
    parameter Integer n "number of bodies";
    parameter Integer k "number of elements";
    parameter Real J[n], tau[n], D[k, n];
    parameter Real F[k] "sliding friction";
    parameter Real peak[k] = ones(k) "holding friction / sliding friction";
    Real w[n](each start = 0, each fixed = true), a[n];
    Real v[k], a_rel[k], f[k], sa[k];
    Boolean startFor[k], startBack[k];
    Integer mode[k](each start = 0, each fixed = true);
  equation
    for j in 1:n loop
      a[j] = der(w[j]);
      J[j]*a[j] = tau[j] - sum(D[i, j]*f[i] for i in 1:k);
    end for;
    for i in 1:k loop
      v[i] = sum(D[i, j]*w[j] for j in 1:n);
      a_rel[i] = sum(D[i, j]*a[j] for j in 1:n);
      startFor[i] = pre(mode[i]) == 0 and sa[i] > peak[i];
      startBack[i] = pre(mode[i]) == 0 and sa[i] < -peak[i];
      a_rel[i] = if pre(mode[i]) == 1 or startFor[i] then sa[i] - peak[i]
                 elseif pre(mode[i]) == -1 or startBack[i] then sa[i] + peak[i]
                 else 0;
      f[i] = if pre(mode[i]) == 1 or startFor[i] then F[i]
             elseif pre(mode[i]) == -1 or startBack[i] then -F[i]
             else F[i]*sa[i];
      mode[i] = if (pre(mode[i]) == 1 or startFor[i]) and v[i] > 0 then 1
                elseif (pre(mode[i]) == -1 or startBack[i]) and v[i] < 0 then -1
                else 0;
    end for;
    annotation(experiment(StopTime = 1, Interval = 0.1, Tolerance = 1e-8));
  end Network;

  model BrakeAndClutch "The fixed point cycles"
    extends Network(n = 2, k = 2, J = {1, 1}, tau = {5, 3}, D = [1, 0; -1, 1], F = {1, 2});
  end BrakeAndClutch;

  model Planetary "A step to adjacent modes cycles too"
    extends Network(n = 3, k = 3, J = {1, 1, 1}, tau = {10, 0, -26}, D = [-1, 1, 0; -2, 2, -1; 3, -2, 1], F = {3, 1, 4});
  end Planetary;

  model ParallelBrakes "Two brakes on one shaft, their shares are not unique"
    extends Network(n = 1, k = 2, J = {1}, tau = {7/2}, D = [1; 1], F = {1, 3});
  end ParallelBrakes;

  model EqualBrakes "The same with equal brakes"
    extends Network(n = 1, k = 2, J = {1}, tau = {7/2}, D = [1; 1], F = {2, 2});
  end EqualBrakes;

  model BrakesTooWeak "The same, loaded beyond what both can hold"
    extends Network(n = 1, k = 2, J = {1}, tau = {5}, D = [1; 1], F = {1, 3});
  end BrakesTooWeak;

  model ParallelBrakesByTorque "The same with brakes whose curve parameter is the torque itself"
    import FrictionElements.Rotational.*;
    Inertia shaft(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
    Brake brake1(tau0 = 1, pressure = 1);
    Brake brake2(tau0 = 3, pressure = 1);
    Torque drive(tau = 7/2);
  equation
    connect(drive.flange, shaft.flange_a);
    connect(shaft.flange_b, brake1.flange);
    connect(shaft.flange_b, brake2.flange);
    annotation(experiment(StopTime = 1, Interval = 0.1, Tolerance = 1e-8));
  end ParallelBrakesByTorque;

  model MeshOfClutches "Three elements between two bodies and the ground: one force too many; the brakes reach their limits in proportion"
    extends Network(n = 2, k = 3, J = {1, 2}, tau = {2, 1}, D = [1, 0; 0, 1; -1, 1], F = {2, 2, 3});
  end MeshOfClutches;

  model ReleasedInOrder "Both elements are loaded beyond what they hold; when the first has let go, the second holds"
    extends Network(n = 2, k = 2, J = {3, 2}, tau = {1.5, 3.2}, D = [1, 0; -1, 1], F = {2, 2}, peak = {2, 1.5});
  end ReleasedInOrder;

  model ReleasedTogether "Two equal blocks, pulled alike: both let go in one iteration"
    extends Network(n = 2, k = 2, J = {1, 1}, tau = {2, 2}, D = [1, 0; 0, 1], F = {1, 1}, peak = {1.5, 1.5});
  end ReleasedTogether;

  model IntegerModes "Planetary with an Integer in the loop instead of relations"
    parameter Real tau[3] = {10, 0, -26}, F[3] = {3, 1, 4}, D[3, 3] = [-1, 1, 0; -2, 2, -1; 3, -2, 1];
    Real a[3], f[3], sa[3];
    Integer m[3];
  equation
    for i in 1:3 loop
      a[i] = tau[i] - sum(D[j, i]*f[j] for j in 1:3);
      m[i] = if sa[i] > 1 then 1 elseif sa[i] < -1 then -1 else 0;
      sum(D[i, j]*a[j] for j in 1:3) = if m[i] == 0 then 0 else sa[i] - m[i];
      f[i] = if m[i] == 0 then F[i]*sa[i] else m[i]*F[i];
    end for;
  end IntegerModes;

  model EnumerationModes "BrakeAndClutch with an enumeration in the loop"
    type Mode = enumeration(Backward, Stuck, Forward);
    parameter Real tau[2] = {5, 3}, F[2] = {1, 2}, D[2, 2] = [1, 0; -1, 1];
    Real a[2], f[2], sa[2];
    Mode m[2](each start = Mode.Stuck);
  equation
    for i in 1:2 loop
      a[i] = tau[i] - sum(D[j, i]*f[j] for j in 1:2);
      m[i] = if sa[i] > 1 then Mode.Forward elseif sa[i] < -1 then Mode.Backward else Mode.Stuck;
      sum(D[i, j]*a[j] for j in 1:2) = if m[i] == Mode.Forward then sa[i] - 1 elseif m[i] == Mode.Backward then sa[i] + 1 else 0;
      f[i] = if m[i] == Mode.Forward then F[i] elseif m[i] == Mode.Backward then -F[i] else F[i]*sa[i];
    end for;
  end EnumerationModes;

  model PainleveRod "A rod slides on its end, inclined so that friction presses it on (tan th = 2)"
    parameter Real mu = 2;
    parameter Real free = -9.81 "acceleration of the end away from the ground without contact";
    parameter Real A = 1 + 3*(1/5 - mu*2/5) "acceleration of the end per force N; cos(th)^2 = 1/5, cos(th)*sin(th) = 2/5";
    Real N "normal force", an "acceleration away from the ground", s "N where positive, -an where negative";
  equation
    an = free + A*N;
    N = if s > 0 then s else 0;
    an = if s > 0 then 0 else -s;
  end PainleveRod;

  model HeldByThePeak "Four solutions; what sticks goes on sticking"
    extends Network(n = 2, k = 2, J = {3, 2}, tau = {1, 2.9}, D = [1, 0; -1, 1], F = {2, 2}, peak = {2.5, 1.5});
  end HeldByThePeak;

  model LockReleases "The two blocks lock, and at the same instant the floor lets the lower one go"
    extends Network(n = 2, k = 2, J = {1, 1}, tau = {4, 0}, D = [1, -1; 0, 1], F = {2, 3}, peak = {3, 1},
      w(start = {-1, 0}), mode(start = {-1, 0}));
    Real x[n](each start = 0, each fixed = true);
  equation
    der(x) = w;
  end LockReleases;

  model Prescribed "A motion that nothing can hold"
    parameter Real F = 1;
    Real x = sin(time), v = der(x), a = der(v), f, sa, push;
    Boolean startFor, startBack;
    Integer mode(start = 1, fixed = true);
    Real heat(start = 0, fixed = true);
  equation
    a = push - f;
    startFor = pre(mode) == 0 and sa > 1;
    startBack = pre(mode) == 0 and sa < -1;
    a = if pre(mode) == 1 or startFor then sa - 1 elseif pre(mode) == -1 or startBack then sa + 1 else 0;
    f = if pre(mode) == 1 or startFor then F elseif pre(mode) == -1 or startBack then -F else F*sa;
    mode = if (pre(mode) == 1 or startFor) and v > 0 then 1
           elseif (pre(mode) == -1 or startBack) and v < 0 then -1
           else 0;
    der(heat) = f*v;
    annotation(experiment(StopTime = 10, Interval = 0.1, Tolerance = 1e-8));
  end Prescribed;

  model ClutchChain "n inertias, a clutch between any two, a brake on the last"
    import FrictionElements.Rotational.*;
    parameter Integer n = 8;
    Inertia inertia[n](each phi(start = 0, fixed = true), each w(start = 0, fixed = true));
    Clutch clutch[n - 1];
    Brake brake(tau0 = 0.5, pressure = 1);
    Torque drive(tau = 100);
  equation
    connect(drive.flange, inertia[1].flange_a);
    for i in 1:n - 1 loop
      connect(inertia[i].flange_b, clutch[i].flange_b);
      connect(clutch[i].flange_a, inertia[i + 1].flange_a);
    end for;
    connect(inertia[n].flange_b, brake.flange);
    annotation(experiment(StopTime = 1, Interval = 0.1, Tolerance = 1e-8));
  end ClutchChain;

  model LeadingShoe "The brake shoe is pressed on by its own friction"
    parameter Real W = 100, a = 0.5, b = 0.2, c = 0.15;
    parameter Real mu = 0.5;
    parameter Real direction = 1 "1: the drum turns towards the pivot (leading), -1: away from it";
    Real N "normal force";
    Real w(start = direction, fixed = true);
    Boolean pressed = N > 0;
  equation
    N*b = W*a + (if pressed then mu*c*N*direction else 0);
    der(w) = 0;
    assert(N >= 0, "the shoe does not pull");
  end LeadingShoe;

  model BrakesAppliedInMotion "Two brakes on a shaft that turns: a pass of the event has both locked, the next has them slide"
    parameter Real F[2] = {1, 3};
    Real w(start = 10, fixed = true), a;
    Real f[2], sa[2];
    Boolean free, locked[2], startFor[2], startBack[2];
    Integer mode[2](each start = 2, each fixed = true) "2: free";
  equation
    free = time < 0.5;
    a = der(w);
    a = -sum(f);
    for i in 1:2 loop
      startFor[i] = pre(mode[i]) == 0 and sa[i] > 1;
      startBack[i] = pre(mode[i]) == 0 and sa[i] < -1;
      locked[i] = not (free or pre(mode[i]) == 1 or startFor[i] or pre(mode[i]) == -1 or startBack[i]);
      a = if locked[i] then 0
          elseif free then sa[i]
          elseif pre(mode[i]) == 1 or startFor[i] then sa[i] - 1
          else sa[i] + 1;
      f[i] = if locked[i] then F[i]*sa[i]
             elseif free then 0
             elseif pre(mode[i]) == 1 or startFor[i] then F[i]
             else -F[i];
      mode[i] = if free then 2
                elseif (pre(mode[i]) == 1 or pre(mode[i]) == 2 or startFor[i]) and w > 0 then 1
                elseif (pre(mode[i]) == -1 or pre(mode[i]) == 2 or startBack[i]) and w < 0 then -1
                else 0;
    end for;
    annotation(experiment(StopTime = 1, Interval = 0.1, Tolerance = 1e-8));
  end BrakesAppliedInMotion;

  model SmallJump "Sliding friction a little above what holds: no mode agrees while the load is between the two"
    parameter Real jump = 1e-8;
    Real v(start = 0, fixed = true), a, f, sa;
    Integer mode(start = 0, fixed = true);
    Boolean startFor;
  equation
    startFor = pre(mode) == 0 and sa > 1 - jump;
    a = der(v);
    2*time = a + f;
    a = if pre(mode) == 1 or startFor then sa - (1 - jump) else 0;
    f = if pre(mode) == 1 or startFor then 1 else sa;
    mode = if (pre(mode) == 1 or startFor) and v > 0 then 1 else 0;
    annotation(experiment(StopTime = 1, Tolerance = 1e-8));
  end SmallJump;

  model JumpOfAValue "The same without memory"
    parameter Real jump = 1e-8;
    Real x, y(start = 0, fixed = true);
    Boolean above = x > 1;
  equation
    x = if above then 2*time - jump else 2*time;
    der(y) = x;
    annotation(experiment(StopTime = 1, Tolerance = 1e-8));
  end JumpOfAValue;

  model SharedPressure "Two brakes share a pressure by the number of those that stick: where the second lets go, the first gets all of it, and so does the second"
    Real w[2](each start = 0, each fixed = true), a[2], f[2], sa[2], capacity;
    Boolean startFor[2];
    Integer mode[2](each start = 0, each fixed = true), sticking;
  equation
    sticking = sum(if pre(mode[i]) == 0 and not startFor[i] then 1 else 0 for i in 1:2);
    capacity = 3/max(sticking, 1);
    for i in 1:2 loop
      a[i] = der(w[i]);
      a[i] = i*time - f[i];
      startFor[i] = pre(mode[i]) == 0 and sa[i] > capacity;
      a[i] = if pre(mode[i]) == 1 or startFor[i] then sa[i] - capacity else 0;
      f[i] = if pre(mode[i]) == 1 or startFor[i] then capacity else sa[i];
      mode[i] = if (pre(mode[i]) == 1 or startFor[i]) and w[i] > 0 then 1 else 0;
    end for;
    annotation(experiment(StopTime = 1, Tolerance = 1e-8));
  end SharedPressure;
end CoupledFriction;
