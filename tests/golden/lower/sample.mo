// run: dump --ir=dae
model Sampled "A sample becomes time events; between them a variable of the when-equation keeps its left limit"
  Real x(start = 0, fixed = true);
  discrete Real held(start = 0, fixed = true);
  Integer count(start = 0, fixed = true);
equation
  der(x) = 1 - held;
  when sample(0.5, 0.25) then
    held = x;
    count = pre(count) + 1;
  elsewhen x > 2 then
    held = 0;
    count = pre(count);
  end when;
end Sampled;
// expect:
//| dae Sampled
//| variables
//|   continuous Real x(start = 0.0, fixed = true)  // differentiated
//|   discrete Real held(start = 0.0, fixed = true)
//|   discrete Integer count(start = 0, fixed = true)
//|   continuous Real der(x)
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//|   discrete Boolean $when[2](start = false, fixed = true)  // generated
//| f_x
//|   0: der(x) = 1.0 - held
//| f_z, f_m
//|   1: $when[1] := tick0
//|   2: $when[2] := c0
//|   3: held := if $when[1] and not pre($when[1]) and not initial() then x elseif $when[2] and not pre($when[2]) and not initial() then 0.0 else pre(held)
//|   4: count := if $when[1] and not pre($when[1]) and not initial() then pre(count) + 1 else pre(count)
//| f_c
//|   c0: x > 2.0  // state event
//| samples
//|   tick0: sample(0.5, 0.25)
//| end Sampled
