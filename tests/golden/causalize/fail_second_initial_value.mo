// run: check
model M "pre(u) and pre(v) are one variable"
  Boolean u(start = true, fixed = true), v;
  Integer n(start = 1, fixed = true);
  // error: second initial value of `n` is 2, not 1 [InitialValuesContradict]
  //      ^
  Integer m(start = 2, fixed = true);
initial equation
  // error: second initial value of `u` is false, not true [InitialValuesContradict]
  pre(v) = false;
equation
  v = u;
  m = n;
  when sample(1, 1) then
    u = not pre(u);
    n = pre(n) + 1;
  end when;
end M;
