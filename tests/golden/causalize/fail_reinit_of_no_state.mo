// run: check
model M "Neither a function of time nor what a constraint determines is a state (MLS 8.3.6)"
  Real h(start = 1, fixed = true);
  Real u = 2*time;
  Real above;
  Real x[2](each start = 1, each fixed = true);
  Real y[2] = {time, 3};
equation
  der(h) = -1;
  above = h + 1;
  der(x) = {1, 2};
  when h < 0.5 then
    // error: `u` is reinitialised but is no state [ReinitNotState]
    reinit(u, 1);
    reinit(h, 1);
    // error: `above` is reinitialised but is no state [ReinitNotState]
    reinit(above, 2);
    reinit(x, {0, 0});
    // error: `y[1]` is reinitialised but is no state [ReinitNotState]
    reinit(y[1], 3);
  end when;
end M;
