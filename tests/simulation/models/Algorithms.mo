package Algorithms "Algorithm sections of models (MLS 11)"
  function Split
    input Real u;
    output Real whole;
    output Real rest;
  algorithm
    whole := floor(u);
    rest := u - whole;
  end Split;

  model Polynomial "Loops over arrays, a break, two results of one call"
    parameter Integer n = 5;
    parameter Real c[n] = {1, -2, 3, 0, 1};
    Real x(start = 0, fixed = true);
    Real horner, powers[n], whole, rest, first;
  equation
    der(x) = 2;
  algorithm
    horner := 0;
    for i in n:-1:1 loop
      horner := horner*x + c[i];
    end for;
    powers[1] := 1;
    for i in 2:n loop
      powers[i] := powers[i - 1]*x;
    end for;
    first := -1;
    for i in 1:n loop
      if powers[i] > 3 then
        first := i;
        break;
      end if;
    end for;
    (whole, rest) := Split(x);
  end Polynomial;

  model Feedback "An algorithm as a part of an algebraic loop, and integrated"
    Real x(start = 1, fixed = true), u, y;
  equation
    der(x) = y;
    u = 3 - y;
  algorithm
    y := 2*u;
    y := y - x;
  end Feedback;

  model Held "Relations of an algorithm make events; noEvent ones do not"
    Real y, z;
    Real iy(start = 0, fixed = true), iz(start = 0, fixed = true);
  equation
    der(iy) = y;
    der(iz) = z;
  algorithm
    if sin(5*time) > 0.5 then
      y := 1;
    elseif sin(5*time) > 0 then
      y := 2;
    else
      y := 3;
    end if;
    z := if noEvent(time > 0.3) then 1 else 2;
  end Held;

  model Counters "When-statements: the first active branch counts, what stands before it is seen"
    Integer n(start = 0, fixed = true), m(start = 0, fixed = true), late(start = 0, fixed = true);
    discrete Real last(start = -1, fixed = true);
    Boolean both;
  algorithm
    both := time > 0.5;
    when {both, sample(0.25, 0.25)} then
      n := pre(n) + 1;
      last := time;
      m := n*n;
    elsewhen time > 0.5 then
      n := 100;
    elsewhen time > 0.6 then
      n := n + 10;
      n := n + 10;
    end when;
    if edge(both) then
      late := pre(late) + 1;
    end if;
  end Counters;

  model AtTheStart "initial() in a when-statement, an initial algorithm, start values of what is read first"
    parameter Real p(fixed = false);
    discrete Real offset(start = 0);
    Integer starts(start = 0, fixed = true);
    Real before(start = 7);
    Real after;
  initial algorithm
    p := 2;
    for i in 1:3 loop
      p := p*2;
    end for;
    offset := p + 1;
  equation
    when time > 0.5 then
      offset = pre(offset) + 1;
    end when;
  algorithm
    when {initial(), time > 0.5} then
      starts := pre(starts) + 1;
    end when;
  algorithm
    after := before + time;
    before := 1;
  end AtTheStart;

  model Bisection "A while-loop that is left"
    parameter Integer most = 60;
    Real root;
    Integer turns;
  protected
    Real low, high;
  algorithm
    low := 0;
    high := 2;
    turns := 0;
    while turns < most loop
      root := (low + high)/2;
      turns := turns + 1;
      if turns >= 20 then
        break;
      end if;
      if noEvent(root*root > 2) then
        high := root;
      else
        low := root;
      end if;
    end while;
  end Bisection;

  model Chosen "Elements chosen by an Integer that changes"
    parameter Real table[2, 3] = [1, 2, 3; 10, 20, 30];
    Integer k(start = 1, fixed = true);
    Integer hits[3](each start = 0, each fixed = true);
    Real y = table[2, k];
    Real x(start = 0, fixed = true);
  equation
    der(x) = y;
  algorithm
    when sample(0.25, 0.25) then
      hits[k] := hits[k] + 1;
      k := if pre(k) < 3 then pre(k) + 1 else 1;
    end when;
  end Chosen;

  model ChosenRows "Rows and lists of elements that are chosen while the model runs, and results of calls"
    function twice
      input Integer n;
      output Integer x = n, y = 10*n;
    end twice;
    Integer mem[3, 2](each start = 0, each fixed = true);
    Integer k(start = 1, fixed = true), n(start = 0, fixed = true), a(start = 0, fixed = true), b(start = 0, fixed = true);
    Integer hits[4](each start = 0, each fixed = true);
  algorithm
    when sample(0.1, 0.1) then
      n := n + 1;
      k := mod(n, 3) + 1;
      mem[k, 1:2] := {n, -n};
      mem[mod(k, 3) + 1, :] := mem[mod(k, 3) + 1, :] + {100, 100};
      (hits[k], a) := twice(n);
      hits[{k, 4}] := {n + hits[k], k};
      b := mem[k, 2];
    end when;
    annotation (experiment(StopTime = 0.65));
  end ChosenRows;

  model ChosenOutside
    Real table[3] = {1, 2, 3}*time;
    Integer k(start = 1, fixed = true);
    Real y;
  equation
    when sample(0.25, 0.25) then
      k = pre(k) + 1;
    end when;
    y = table[k];
  end ChosenOutside;

  model Messages "The assertion holds in its branch only"
    parameter Real most = 0.75;
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  algorithm
    if x > most/2 then
      assert(x < most, "x is " + String(x));
    end if;
    when x > 0.9 then
      terminate("far enough");
    end when;
  end Messages;

  model Remembered "A when-statement stores values of continuous variables"
    Real x(start = 0, fixed = true);
    Real y = 2*x;
    discrete Real stored(start = -1, fixed = true);
    Real sum(start = 0, fixed = true) "not declared discrete: the when-statement makes it so";
  equation
    der(x) = 1;
  algorithm
    when x > 0.25 then
      stored := y;
      sum := pre(sum) + stored + x;
    elsewhen x > 0.75 then
      stored := 10*y;
      sum := pre(sum) + stored;
    end when;
  end Remembered;

  model FreeParameters "An initial algorithm and initial equations determine parameters of all types"
    parameter Integer n(fixed = false);
    parameter Real p(fixed = false);
    parameter Boolean fast(fixed = false);
    Real x(start = 2, fixed = true);
  initial equation
    fast = x > 1;
  initial algorithm
    n := 2;
    p := 3;
    for i in 1:3 loop
      p := p*i;
    end for;
  equation
    der(x) = if fast then p/n else 0;
  end FreeParameters;

  model Turns "Loops whose number of turns changes during the simulation"
    Integer k(start = 1, fixed = true);
    Integer turns;
    Real sum, power, z[2];
  equation
    when sample(0.2, 0.2) then
      k = pre(k) + 1;
    end when;
  algorithm
    sum := 0;
    for i in 1:k loop
      sum := sum + i*time;
    end for;
  algorithm
    power := 1;
    while power < 10 + time loop
      power := 2*power;
    end while;
  algorithm
    turns := 0;
    z := {1, 2};
    for i in 1:2 loop
      for j in i:k loop
        if j > 3 then
          break;
        end if;
        z[i] := z[i] + j;
        turns := turns + 1;
      end for;
    end for;
    annotation (experiment(StopTime = 1.1));
  end Turns;
end Algorithms;
