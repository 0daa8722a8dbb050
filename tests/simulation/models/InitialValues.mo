package InitialValues "Where the search for the start begins, and initial conditions that repeat each other"
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
end InitialValues;
