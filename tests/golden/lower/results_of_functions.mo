// run: dump --ir=dae
model M "An Integer from a function changes at events only"
  function pick
    input Real u;
    output Real twice;
    output Integer whole;
  algorithm
    twice := 2*u;
    whole := if u > 1 then 1 else 0;
    annotation(Inline = false);
  end pick;
  Real x;
  Integer n;
  Integer m;
  Boolean b = pick(time) > 2;
  Real y = x + m;
equation
  (x, n) = pick(time);
  when n > 0 then
    (, m) = pick(time);
  end when;
end M;
// expect:
//| dae M
//| variables
//|   continuous Real x
//|   discrete Integer n
//|   discrete Integer m
//|   discrete Boolean b
//|   continuous Real y
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//| f_x
//|   1: y = x + m
//|   2: x = M.pick(time).twice
//| f_z, f_m
//|   0: b := c0
//|   3: n := held0
//|   4: $when[1] := n > 0
//|   5: m := if $when[1] and not pre($when[1]) and not initial() then M.pick(time).whole else pre(m)
//| f_c
//|   c0: M.pick(time).twice > 2.0  // state event
//| held
//|   held0: M.pick(time).whole
//| end M
