// run: check
model M "pre and change of what changes between events (MLS 3.7.5.1)"
  Real x(start = 1, fixed = true), y, w;
  Real sampled, counted(start = 0, fixed = true);
  Boolean moved, late;
  discrete Real limit(start = 0, fixed = true);
initial equation
  // error: `pre(w)` outside of a when-clause: `w` also changes between events [PreOfContinuous]
  pre(w) = 2;
equation
  der(x) = -x;
  // error: `pre(x)` outside of a when-clause: `x` also changes between events [PreOfContinuous]
  y = pre(x) + pre(limit);
  w = 2*x;
  // error: `change(y)` outside of a when-clause: `y` also changes between events [PreOfContinuous]
  moved = change(y) or change(limit);
  when x < 0.5 then
    sampled = pre(x) + x;
    limit = pre(limit) + 1;
  end when;
  late = time > 2;
algorithm
  when late then
    counted := pre(counted) + pre(w);
  end when;
end M;
