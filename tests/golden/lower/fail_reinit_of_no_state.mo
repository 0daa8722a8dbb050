// run: check
model M "reinit of a variable that changes at events only"
  Real x(start = 0, fixed = true);
  discrete Real y(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    y = x;
    // error: `y` is reinitialised but is no continuous unknown, and cannot be a state (MLS 8.3.6) [ReinitNotState]
    reinit(y, 0);
  end when;
end M;
