within LanguageTour;
model MovingFrames "A passenger on a carousel on a ferry: each of these moves in what it is on, and carries others"
  model Frame "what moves things that are on it"
    input Real v(unit = "m/s") "over ground";
  end Frame;
  model Walker
    outer Frame frame;
    parameter Real own(unit = "m/s") = 0 "relative to the frame";
    Real s(unit = "m", start = 0, fixed = true) "over ground";
  equation
    der(s) = frame.v + own;
  end Walker;
  model Carrier "`frame` is what it is on; those on it see a frame of the same name, which it makes"
    parameter Real own(unit = "m/s") = 1;
    inner outer Frame frame(v = frame.v + own);
    Walker walker;
    Real drift(unit = "m", start = 0, fixed = true) "of what it is on";
  equation
    der(drift) = frame.v;
  end Carrier;
  model Ferry
    extends Carrier;
    Carrier carousel(own = -3);
    Carrier trolley[2](own = {0.5, 0.25});
  end Ferry;
  inner Frame frame(v = 2 - time) "the river";
  Walker swimmer(own = 0.5);
  Ferry ferry(own = 4, walker(own = -1));
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end MovingFrames;
