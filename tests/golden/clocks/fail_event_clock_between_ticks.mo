// run: check
model EventClockBetweenTicks
  Real x = sin(time);
  Clock u = Clock(x > 0);
  Clock y1 = subSample(u, 4);
  Clock y2 = superSample(y1, 2) "fine";
  // error: this clock would tick between the ticks of an event clock (MLS 16.5.2) [ClocksContradict]
  //         ^
  Clock y3 = superSample(u, 2);
  Integer n(start = 0), m(start = 0);
equation
  when y2 then
    n = previous(n) + 1;
  end when;
  when y3 then
    m = previous(m) + 1;
  end when;
end EventClockBetweenTicks;
