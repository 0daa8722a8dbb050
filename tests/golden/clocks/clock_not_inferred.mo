// run: dump --ir=dae
model ClockNotInferred "Nothing says when it is active"
  // warning: nothing says when these clocked equations are active (`previous(x)` stands here): Clock(1.0) is taken (MLS 16.3.1) [ClockNotInferred]
  //                  ^
  Real x(start = 0) = previous(x) + 1;
  Real y = superSample(x, 2);
end ClockNotInferred;
// expect:
//| dae ClockNotInferred
//| variables
//|   discrete Real x(start = 0.0, fixed = true)
//|   discrete Real y(fixed = true)
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//|   discrete Boolean $when[2](start = false, fixed = true)  // generated
//| f_z, f_m
//|   0: $when[1] := tick0
//|   1: $when[2] := tick1
//|   2: x := if $when[1] and not pre($when[1]) and not initial() then pre(x) + 1.0 else pre(x)
//|   3: y := if $when[2] and not pre($when[2]) and not initial() then x else pre(y)
//| samples
//|   tick0: sample(time, 2.0)
//|   tick1: sample(time, 1.0)
//| end ClockNotInferred
