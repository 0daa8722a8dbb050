// run: check
model M "reinit of a variable without a derivative"
  Real x(start = 0, fixed = true);
  Real y;
equation
  der(x) = 1;
  y = 2*x;
  when x > 0.5 then
    // error: `y` is reinitialised but is no state: nothing refers to der(y) (MLS 8.3.6) [ReinitNotState]
    reinit(y, 0);
  end when;
end M;
