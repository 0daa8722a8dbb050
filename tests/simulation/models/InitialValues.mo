package InitialValues "Where the search for the start begins, and initial conditions that repeat each other"
  package Homotopy "MLS 3.7.4.4: the start is the end of a path that begins at the simplified equations"
    model Branch "The path from x = 4 leads to 3; Newton's method from the start value finds -2"
      Real x(start = 0);
    equation
      homotopy((x - 3)*(x + 2), x - 4) = 0;
    end Branch;

    model Steep "Newton's method alone finds no solution from the start value"
      Real x(start = 0);
    equation
      homotopy(atan(20*(x - 10)) + 0.01*(x - 10), x - 9) = 0;
    end Steep;

    model Initial "In an initial equation"
      Real x(start = 0);
    initial equation
      homotopy((x - 3)*(x + 2), x - 4) = 0;
    equation
      der(x) = -x;
    end Initial;

    model Arrays "Element by element, one in the other"
      Real x[2](each start = 0);
    equation
      homotopy({homotopy((x[1] - 3)*(x[1] + 2), x[1] - 4), x[2] - x[1]}, {x[1] - 5, x[2]}) = zeros(2);
    end Arrays;

    model Domain "The actual expression has no value at the start value"
      Real x(start = -1);
    equation
      homotopy(sqrt(x) - 2, x - 3) = 0;
    end Domain;

    model Structure "The simplified expressions hold other unknowns: y gives w and not x"
      Real x(start = 1), y(start = 1), w(start = 1), z = 2;
    equation
      y = homotopy(x^2, 4*w + 1);
      y = 9 + time;
      0 = homotopy(x - w, x - z);
    end Structure;

    model Constraint "An equation that index reduction differentiates"
      Real x(start = 1, fixed = true), v, s = time;
    equation
      der(x) = v;
      x = homotopy(1 + s^2, 1 + s);
    end Constraint;

    model Relation "The path crosses the relation"
      Real x(start = 0), y;
      Integer n(start = 0, fixed = true);
    equation
      y = if x > 1 then 2*x else x + 1;
      homotopy(y - 8, y - 1) = 0;
      when x > 3 then
        n = pre(n) + 1;
      end when;
    end Relation;

    model Elsewhere "Where there is no path: parameters, conditions, what is discrete, functions, derivatives"
      parameter Real p = homotopy(2, 3);
      Real x(start = homotopy(1, 7), fixed = true);
      Boolean above = homotopy(time, -time) > 0.5;
      discrete Real seen(start = 0, fixed = true);
      Real rate = der(homotopy(x, 3*time)), called = OfPath(2);
    equation
      der(x) = p;
      when above then
        seen = homotopy(x, 0);
      end when;
    end Elsewhere;

    function OfPath
      input Real u;
      output Real y = homotopy(u, 2*u);
    algorithm
    end OfPath;

    model WithoutPath "The simplified equation has no solution"
      Real x(start = 1);
    equation
      homotopy(x^2 - 4, 1 + 0*x) = 0;
    end WithoutPath;

    model Guess "The first guess is a parameter that initial equations give"
      parameter Real g(fixed = false), h = 2*g;
      Real x(start = h);
    initial equation
      2*g = 3;
    equation
      homotopy((x - 1)*(x - 3 - 0.01*time), (x - 1)*(x - 3.2)) = 0;
    end Guess;
  end Homotopy;

  package Discrete "MLS 8.6: the first condition gives the value, the others must agree with it"
    block Pulse
      output Boolean y;
    initial algorithm
      y := time >= 1;
    equation
      when sample(0.5, 0.5) then
        y = not pre(y);
      end when;
    end Pulse;

    block Edge
      input Boolean u;
      output Boolean y;
    initial equation
      pre(u) = false;
    equation
      y = edge(u);
    end Edge;

    model Connected "The source sets y, the receiver pre(u), both to false"
      Pulse p;
      Edge e;
    equation
      e.u = p.y;
    end Connected;

    model Event "The value after an event at the start, and that before it"
      Integer n(start = 7);
    initial equation
      n = 3;
      pre(n) = 2;
    equation
      when {initial(), time > 0.5} then
        n = pre(n) + 1;
      end when;
    end Event;

    model Both "Equal to each other: the one that is given gives the other"
      Integer k(start = 4, fixed = true), n, m;
    initial equation
      pre(k) = pre(n);
      m = n;
    equation
      when sample(0.5, 0.5) then
        k = pre(k) + 1;
        n = pre(n) + 2;
        m = pre(m) + 3;
      end when;
    end Both;

    model Chain "Each from another one, against the order of the text; the event waits for its time"
      discrete Real tNext(fixed = false);
      Integer k(fixed = false), twice(fixed = false);
    initial equation
      tNext = twice + 0.25;
      twice = 2*k;
      k = integer(time/2);
    equation
      when time >= pre(tNext) then
        k = pre(k) + 1;
        twice = 2*k;
        tNext = twice + 0.25;
      end when;
    end Chain;

    model Repeated "By several equations of one variable, also in a form that is no assignment"
      parameter Integer p(fixed = false);
      parameter Real q(fixed = false);
      Integer n;
    initial equation
      p = 2;
      q = p + 0.5;
      2*p = 4;
      n = p - 1;
      n = 1;
      (q > p) = true;
      n + p = 3;
    equation
      when sample(0.5, 0.5) then
        n = pre(n) + 1;
      end when;
    end Repeated;

    model Parameter "By a parameter, twice"
      parameter Integer a = 3, b = a;
      Integer n(start = a, fixed = true);
    initial equation
      pre(n) = b;
    equation
      when sample(0.5, 0.5) then
        n = pre(n) + 1;
      end when;
    end Parameter;
  end Discrete;

  model Large "Conditions of large numbers agree but for the tolerance"
    Real p(start = 1e9, fixed = true), q(start = 1e9*(1 + 1e-9), fixed = true);
  equation
    der(p) = -p;
    p - q = 0;
  end Large;

  model FixedByParameter "The start value that is fixed determines the parameter that it reads"
    parameter Real p(fixed = false);
    Real x(start = p, fixed = true);
  initial equation
    der(x) = -2;
  equation
    der(x) = -x;
  end FixedByParameter;
  package Phases "A medium is not defined in the phase that it would be in if no relation held"
    function density "Of a liquid (1) or a gas (2)"
      input Real h;
      input Integer phase;
      output Real d;
    algorithm
      d := if phase == 1 then 2 + h else h - 4;
      assert(d > 0, "the density must be positive");
    end density;

    function boiling "Where the gas begins"
      input Real h;
      output Real limit;
    algorithm
      limit := 5;
      if h > 100 then
        limit := 6;
      end if;
    end boiling;

    model Liquid "h = 1 in all volumes"
      parameter Integer n = 14;
      Real h[n](each start = 2);
      Real d[n] = {density(h[i], phase[i]) for i in 1:n};
      Integer phase[n] = {if h[i] < boiling(h[i]) then 1 else 2 for i in 1:n};
    equation
      for i in 1:n loop
        d[i]*h[i] = 3*sum(h)/n;
      end for;
    end Liquid;
  end Phases;
  model Rotations "Quaternions of given rotations; the search begins without any"
    function matrix
      input Real Q[4];
      output Real T[3, 3];
    algorithm
      T := [2*(Q[1]*Q[1] + Q[4]*Q[4]) - 1, 2*(Q[1]*Q[2] + Q[3]*Q[4]), 2*(Q[1]*Q[3] - Q[2]*Q[4]);
            2*(Q[2]*Q[1] - Q[3]*Q[4]), 2*(Q[2]*Q[2] + Q[4]*Q[4]) - 1, 2*(Q[2]*Q[3] + Q[1]*Q[4]);
            2*(Q[3]*Q[1] + Q[2]*Q[4]), 2*(Q[3]*Q[2] - Q[1]*Q[4]), 2*(Q[3]*Q[3] + Q[4]*Q[4]) - 1];
    end matrix;
    parameter Real P[:, 4] = [-0.0630, 0.6170, 0.3239, 0.7144; -0.6957, -0.0129, -0.1743, 0.6967;
                              -0.4215, -0.8411, -0.0028, 0.3389; -0.6505, 0.7005, -0.2155, 0.1994;
                              0.3386, 0.7639, 0.5208, 0.1749; -0.1223, -0.3420, -0.9257, 0.1056;
                              0.2639, 0.3460, 0.8877, 0.1502; 0.0847, -0.2827, 0.8722, 0.3902;
                              0.1, 0.1, 0.1, 0.98];
    parameter Integer n = size(P, 1);
    parameter Real R1[n, 3, 3] = {matrix(P[i, :]/sqrt(P[i, :]*P[i, :])) for i in 1:n};
    Real Q[n, 4](start = fill({0, 0, 0, 1}, n));
    Real R2[n, 3, 3] = {matrix(Q[i, :]) for i in 1:n};
    Real error[n] = {max(abs(R2[i, :, :] - R1[i, :, :])) for i in 1:n};
  equation
    for i in 1:n loop
      Q[i, :]*Q[i, :] = 1 + 0*time;
      atan2(cross(R1[i, 1, :], R1[i, 2, :])*R2[i, 2, :], R1[i, 1, :]*R2[i, 1, :]) = 0;
      atan2(-cross(R1[i, 1, :], R1[i, 2, :])*R2[i, 1, :], R1[i, 2, :]*R2[i, 2, :]) = 0;
      atan2(R1[i, 2, :]*R2[i, 1, :], R1[i, 3, :]*R2[i, 3, :]) = 0;
    end for;
  end Rotations;
end InitialValues;
