within LanguageTour;
model PressCycle "A state machine: delayed and immediate transitions, priorities, resets, and a state that keeps its count"
  block Count "Counts the ticks at which it is active"
    Integer n(start = 0);
    Integer since(start = 0) "likewise, since it became active";
  equation
    n = previous(n) + 1;
    since = ticksInState();
  end Count;
  block Stroke "Moves the shared position"
    parameter Integer step;
    outer output Integer position;
  equation
    position = previous(position) + step;
  end Stroke;
  block Watch "The one state of a machine of its own, which runs beside the other"
    input Boolean counts;
    Integer n(start = 0);
  equation
    n = if counts then previous(n) + 1 else previous(n);
  end Watch;
  Clock clock = Clock(1, 10);
  inner Integer position(start = 0);
  Count wait "counts from 1 each time";
  Stroke down(step = 2), up(step = -3);
  Count jam "keeps its count: no transition resets it";
  Watch watch(counts = activeState(down));
  Boolean isOpen = sample(time > 1.45 and time < 1.75 or time > 2.55 and time < 2.65, clock) "the guard";
  Boolean isClear = sample(time > 1.95 and time < 2.5 or time > 2.85, clock);
  Integer strokes(start = 0) "how often it went up";
protected
  Boolean wasUp(start = false);
equation
  initialState(wait);
  transition(wait, down, wait.n >= 3, immediate = false);
  transition(down, jam, isOpen, reset = false);
  transition(down, up, position >= 8, immediate = false, priority = 2);
  transition(up, wait, position <= 0, immediate = false);
  transition(jam, up, isClear);
  transition(jam, jam, timeInState() > 0.15, reset = false, priority = 2);
  initialState(watch);
  wasUp = activeState(up);
  strokes = if wasUp and not previous(wasUp) then previous(strokes) + 1 else previous(strokes);
  annotation(experiment(StopTime = 3.05, Interval = 0.05));
end PressCycle;
