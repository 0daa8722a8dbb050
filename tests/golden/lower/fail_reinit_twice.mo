// run: check
model M "A state is reinitialised in two equations that can act at one event"
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Real w(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -1;
  der(w) = 1;
  when x < 0 then
    reinit(v, -pre(v));
  elsewhen x > 2 then
    reinit(v, 0);
  end when;
  when w > 1 then
    if x > 1 then
      reinit(w, 0);
    else
      reinit(w, 0.5);
    end if;
    // error: `v` is reinitialised in another equation, too (MLS 8.3.6) [ReinitTwice]
    reinit(v, 1);
    // error: `w` is reinitialised in another equation, too (MLS 8.3.6) [ReinitTwice]
    reinit(w, 2);
  end when;
end M;
