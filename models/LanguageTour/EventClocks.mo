within LanguageTour;
model EventClocks "Clocks that tick at events, and clocks whose interval varies"
  Real angle(start = 0, fixed = true);
  Clock turn = Clock(sin(angle) < 0, startInterval = 7) "once a turn";
  Integer turns(start = 0), everySecond(start = 0), counter(start = 2), ticks(start = 0);
  Real period(start = 0), tick(start = 0), step(start = 0), length(start = 0.1);
equation
  der(angle) = 2;
  when turn then
    turns = previous(turns) + 1;
    period = interval();
  end when;
  everySecond = subSample(turns, 2);
  when Clock(counter, 10) then
    counter = previous(counter) + 1;
    ticks = previous(ticks) + 1;
    tick = sample(time);
    step = interval();
  end when;
  when Clock(length) then
    length = 2*previous(length);
  end when;
  annotation(experiment(StopTime = 10, Interval = 0.02, Tolerance = 1e-9));
end EventClocks;
