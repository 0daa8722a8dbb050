within LanguageTour;
model StationCycle "A state with two machines in it, which is left when both have come to their ends"
  block Move "Adds to the shared position at each tick"
    parameter Integer step;
    outer output Integer x;
  equation
    x = previous(x) + step;
  end Move;
  block Rest "Assigns nothing"
  end Rest;
  block Count
    Integer n(start = 0);
  equation
    n = previous(n) + 1;
  end Count;
  block Work "Feeds until x is 6 and goes back to 0, `laps` times; counts beside that"
    parameter Integer laps = 2;
    inner outer output Integer x;
    inner Integer lap(start = 0);
    block Lap
      outer output Integer lap;
    equation
      lap = previous(lap) + 1;
    end Lap;
    block Read "Reads what the machine beside it assigns"
      outer input Integer x;
      Integer highest(start = -100);
    equation
      highest = max(previous(highest), x);
    end Read;
    Move forth(step = 2), back(step = -1);
    Lap turn;
    Rest done;
    Read read;
    Count after;
    Rest enough;
  equation
    initialState(forth);
    transition(forth, back, x >= 6, immediate = false);
    transition(back, turn, x == 0, immediate = false);
    transition(turn, done, lap >= laps, immediate = false);
    transition(turn, forth, true, immediate = false, priority = 2);
    initialState(read);
    transition(read, after, ticksInState() >= 8, immediate = false, reset = false);
    transition(after, enough, after.n >= 5, immediate = false);
  end Work;
  Clock clock = Clock(1, 10);
  inner Integer x(start = 0);
  Work work;
  Move away(step = 5);
  Integer ticks(start = 0);
equation
  when clock then
    ticks = previous(ticks) + 1;
  end when;
  initialState(work);
  transition(work, away, x < 100, immediate = false, synchronize = true);
  transition(away, work, x >= 20 and ticks > 0, immediate = false);
  annotation(experiment(StopTime = 5.05, Interval = 0.05));
end StationCycle;
