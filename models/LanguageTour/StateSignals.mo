within LanguageTour;
model StateSignals "Outputs of states are one signal; states in a ring, with equations that are discretized"
  connector RealInput = input Real;
  connector RealOutput = output Real;
  type Phase = enumeration(rise, hold, fall);
  record Report
    Phase phase;
    Real values[2];
  end Report;
  block Slope "Integrates from its start value, each time that it becomes active"
    RealInput rate;
    RealOutput y;
    Real x(start = 1, fixed = true);
    outer output Report report;
  equation
    der(x) = rate;
    y = x;
    report.phase = if rate > 0 then Phase.rise else Phase.fall;
    report.values = {x, 2*x};
  end Slope;
  block Pause "Says nothing of its output: the signal is what it was"
    outer output Report report;
    Integer n(start = 0);
  algorithm
    report.phase := Phase.hold;
    for i in 1:2 loop
      report.values[i] := 0;
    end for;
    n := previous(n);
    n := n + 1;
  end Pause;
  block Gain
    parameter Real k;
    RealInput u;
    RealOutput y = k*u;
  end Gain;
  block Ring "A machine whose states are the elements of an array"
    block Place
      parameter Integer number;
      outer output Integer place;
    equation
      place = number;
    end Place;
    parameter Integer n = 4;
    input Boolean turns;
    inner Integer place(start = 0);
    Place places[n](number = 1:n);
  equation
    initialState(places[1]);
    for i in 1:n loop
      transition(places[i], places[mod(i, n) + 1], turns and ticksInState() >= i, immediate = false);
    end for;
  end Ring;
  Clock clock = Clock(Clock(1, 10), "ExplicitEuler");
  RealOutput fast = sample(2.0, clock);
  Gain slow(k = -0.5), shown(k = 10);
  Slope up, down(x(start = 5));
  Pause pause;
  Boolean turns = sample(time < 1.45, clock);
  Ring ring[2](n = {4, 3}, each turns = turns);
  inner Report report(phase(start = Phase.hold), values(each start = 0));
  discrete Real result = hold(shown.y);
equation
  connect(fast, slow.u);
  connect(fast, up.rate);
  connect(slow.y, down.rate);
  connect(up.y, shown.u);
  connect(down.y, shown.u);
  initialState(up);
  transition(up, pause, up.x > 1.5, immediate = false);
  transition(pause, down, previous(pause.n) >= 2);
  transition(down, up, timeInState() > 0.15, immediate = false, reset = false);
  annotation(experiment(StopTime = 1.95, Interval = 0.05));
end StateSignals;
