// run: dump --ir=dae
model ControlLoop "sample takes the left limit, hold the last value, previous the one before"
  Real x(start = 1, fixed = true);
  Real xs, y(start = 0), u;
equation
  der(x) = -u;
  xs = sample(x, Clock(0.1));
  y = previous(y) + 0.1*xs;
  u = hold(y);
end ControlLoop;
// expect:
//| dae ControlLoop
//| variables
//|   continuous Real x(start = 1.0, fixed = true)  // differentiated
//|   discrete Real xs(fixed = true)
//|   discrete Real y(start = 0.0, fixed = true)
//|   continuous Real u
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//|   continuous Real der(x)
//| f_x
//|   1: der(x) = -u
//|   2: u = y
//| f_z, f_m
//|   0: $when[1] := tick0
//|   3: xs := if $when[1] and not pre($when[1]) and not initial() then pre(x) else pre(xs)
//|   4: y := if $when[1] and not pre($when[1]) and not initial() then pre(y) + 0.1*xs else pre(y)
//| samples
//|   tick0: sample(time, 0.1)
//| end ControlLoop
