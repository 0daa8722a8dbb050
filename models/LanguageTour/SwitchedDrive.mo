within LanguageTour;
model SwitchedDrive "A tank level held between two marks by a pump that a hysteresis switches; equations chosen by a parameter"
  type Drain = enumeration(Constant, Proportional) "how the tank empties";
  parameter Drain drain = Drain.Constant;
  parameter Real low = 1, high = 2;
  Real level(start = 1.5, fixed = true);
  Real outflow;
  Boolean pump(start = false, fixed = true) "the pump runs";
equation
  pump = level < low or pre(pump) and level < high;
  der(level) = (if pump then 1 else 0) - outflow;
  if drain == Drain.Constant then
    outflow = 0.25;
  else
    outflow = 0.25*level;
  end if;
  annotation(experiment(StopTime = 10, Interval = 0.1, Tolerance = 1e-8));
end SwitchedDrive;
