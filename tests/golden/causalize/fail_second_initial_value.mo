// run: check
model M "Where v = u has no fixed start value of its own, pre(u) and pre(v) are one variable"
  parameter Integer p(fixed = false);
  Boolean u(start = true, fixed = true), v;
  Integer n(start = 1, fixed = true);
  Integer m(start = 2, fixed = true) "pre(m) and pre(n) have a value each: m = n holds from the start on, not before";
  Integer k, l;
initial equation
  // error: second initial value of `u` is false, not true [InitialValuesContradict]
  pre(v) = false;
  p = 1;
  // error: second initial value of `p` is 3, not 1 [InitialValuesContradict]
  p = 3;
  // error: neither `2*k` nor `2` is a variable that this discrete equation could determine [DiscreteEquationNotSolvable]
  2*k = 2;
  l = 4;
  // error: second initial value of `l` is 5, not 4 [InitialValuesContradict]
  l = 5;
equation
  v = u;
  m = n;
  when sample(1, 1) then
    u = not pre(u);
    n = pre(n) + 1;
    k = 3;
    l = 3;
  end when;
end M;
