within LanguageTour;
model EventCounters "Counts the rising edges and the changes of a signal, and ends with a remark"
  Boolean above = sin(time) > 0.5 "1 while the sine is above one half";
  Boolean early "1 in the first ten seconds";
  Integer rises(start = 0, fixed = true), changes(start = 0, fixed = true), third(start = 0, fixed = true);
  Real riseTime(start = -1, fixed = true) "time of the last rise";
  Boolean atStart(start = false, fixed = true) "was set at the start";
equation
  early = not time >= 10;
  when edge(above) then
    rises = pre(rises) + 1;
    riseTime = time;
  end when;
  when change(above) and early then
    changes = pre(changes) + 1;
  end when;
  when {time >= 5, time >= 15, rises >= 3} then
    third = pre(third) + 1;
  end when;
  when initial() then
    atStart = true;
  end when;
  assert(rises < 100, "there are only a few rises", AssertionLevel.warning);
  annotation(experiment(StopTime = 20, Interval = 0.1, Tolerance = 1e-8));
end EventCounters;
