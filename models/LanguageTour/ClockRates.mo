within LanguageTour;
model ClockRates "Counters on clocks that are made from one another"
  connector ClockInput = input Clock;
  connector ClockOutput = output Clock;
  block Generator "A clock that others get by connections"
    parameter Integer counter = 1, resolution = 10;
    ClockOutput y = Clock(counter, resolution);
  end Generator;
  block Counter "Counts the ticks of a clock"
    ClockInput clock;
    Integer n(start = 0);
  equation
    when clock then
      n = previous(n) + 1;
    end when;
  end Counter;
  Generator generator;
  Counter base, slow, fast, late, early;
  Counter several[3];
  Clock clocks[3] = {Clock(1, 4), Clock(0.2), subSample(clocks[1], 2)};
  Integer doubled = 2*subSample(base.n, 5) "at every fifth tick of the base";
  Integer interpolated = superSample(doubled) + fast.n "its factor follows from the clock of `fast`";
  Integer shifted(start = 0) = shiftSample(base.n, 1, 2), back(start = -1) = backSample(shifted, 1, 2);
  Integer latest(start = 0), sampledLatest(start = 0);
equation
  connect(generator.y, base.clock);
  slow.clock = subSample(generator.y, 5);
  fast.clock = superSample(generator.y, 4);
  late.clock = shiftSample(generator.y, 5, 2);
  early.clock = backSample(late.clock, 1);
  several.clock = clocks;
  when slow.clock then
    latest = noClock(base.n);
    sampledLatest = sample(hold(base.n));
  end when;
  annotation(experiment(StopTime = 1.99, Interval = 0.01));
end ClockRates;
