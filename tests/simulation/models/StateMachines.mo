package StateMachines "What a state machine is at each tick of 0.1 s"
  block Count
    Integer n(start = 0);
    Integer since(start = 0);
  equation
    n = previous(n) + 1;
    since = ticksInState();
  end Count;

  block Done
  end Done;

  model History "A state that is entered again without a reset goes on where it was"
    block Turns
      Count a, b;
    equation
      initialState(a);
      transition(a, b, a.n >= 2, immediate = false);
      transition(b, a, b.n >= 2, immediate = false);
    end Turns;
    Turns turns;
    Count rest;
    Boolean on = sample(true, Clock(1, 10));
  equation
    initialState(turns);
    transition(turns, rest, ticksInState() >= 3 and on, immediate = false);
    transition(rest, turns, ticksInState() >= 2, immediate = false, reset = false);
    annotation (experiment(StopTime = 1.25, Interval = 0.1));
  end History;

  model Synchronized "Immediate transitions, of which one waits for the machine in its state"
    block Work
      Count c;
      Done done;
    equation
      initialState(c);
      transition(c, done, c.n >= 2, immediate = false);
    end Work;
    Work work;
    Count rest;
    Boolean on = sample(true, Clock(1, 10));
  equation
    initialState(work);
    transition(work, rest, on, synchronize = true);
    transition(rest, work, ticksInState() > 2);
    annotation (experiment(StopTime = 0.85, Interval = 0.1));
  end Synchronized;

  model SelfTransition "A state that is left for itself is reset with all that lies in it"
    block Outer
      Count c;
      Real x(start = 2, fixed = true);
    equation
      initialState(c);
      der(x) = 1;
    end Outer;
    Outer around;
    Boolean on = sample(true, Clock(Clock(1, 10), "ExplicitEuler"));
  equation
    initialState(around);
    transition(around, around, ticksInState() >= 3 and on, immediate = false);
    annotation (experiment(StopTime = 0.75, Interval = 0.1));
  end SelfTransition;

  model Priorities "A delayed transition and an immediate one, both at 0.2 s"
    parameter Integer ofDelayed = 1;
    parameter Boolean hasThird = false;
    Count a, b, c;
    Done d;
    Real t = sample(time, Clock(1, 10));
  equation
    initialState(a);
    transition(a, b, a.n >= 2, immediate = false, priority = ofDelayed);
    transition(a, c, t > 0.15, priority = 2);
    if hasThird then
      transition(a, d, true, priority = 4);
    end if;
    annotation (experiment(StopTime = 0.25, Interval = 0.1));
  end Priorities;

  model Loops "Algebraic loops through states and what is around them"
    block Gain
      parameter Real k;
      input Real u;
      output Real y;
    equation
      y = k*(u - y);
    end Gain;
    Gain a(k = 1), b(k = 3);
    Real r = if activeState(a) then a.y else b.y;
    Real w = sample(time, Clock(1, 10));
  equation
    a.u = w - r;
    b.u = w + r;
    initialState(a);
    transition(a, b, w > 0.35);
    annotation (experiment(StopTime = 0.75, Interval = 0.1));
  end Loops;

  model WhenInState "A when-equation with a Boolean condition, in a state, acts at its ticks"
    block Watch
      input Integer u;
      Integer hits(start = 0), last(start = 0);
    equation
      when u > 3 then
        hits = pre(hits) + 1;
        last = u;
      end when;
    end Watch;
    Integer ticks(start = 0);
    Watch watch(u = mod(ticks, 5));
    Count rest;
  equation
    when Clock(Clock(1, 10), "ExplicitEuler") then
      ticks = previous(ticks) + 1;
    end when;
    initialState(watch);
    transition(watch, rest, ticks >= 6 and ticks < 12, immediate = false);
    transition(rest, watch, ticks >= 12, immediate = false, reset = false);
    annotation (experiment(StopTime = 1.55, Interval = 0.1));
  end WhenInState;
end StateMachines;
