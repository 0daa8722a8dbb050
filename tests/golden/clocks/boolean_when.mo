// run: dump --ir=dae
model BooleanWhen "A when-equation with a Boolean condition in a discretized partition acts at ticks"
  Real x(start = 0, fixed = true), last(start = -1);
  Integer n(start = 0);
equation
  der(x) = sample(1.0, Clock(Clock(1, 10), "ExplicitEuler"));
  when x > 0.25 or time > 0.71 then
    last = x;
    n = pre(n) + 1;
  elsewhen x < 0 then
    last = 0;
    n = 0;
  end when;
end BooleanWhen;
// expect:
//| dae BooleanWhen
//| variables
//|   discrete Real x(start = 0.0, fixed = true)
//|   discrete Real last(start = -1.0)
//|   discrete Integer n(start = 0)
//|   discrete Boolean $condition[3](start = false, fixed = true)  // generated
//|   discrete Boolean $condition[4](start = false, fixed = true)  // generated
//|   discrete Boolean $ticked[1](start = false, fixed = true)  // generated
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//|   discrete Real der(x)(fixed = true)
//| f_z, f_m
//|   0: $when[1] := tick0
//|   1: last := if $condition[3] and not pre($condition[3]) and not initial() then x elseif $condition[4] and not pre($condition[4]) and not initial() then 0.0 else pre(last)
//|   2: n := if $condition[3] and not pre($condition[3]) and not initial() then pre(n) + 1 elseif $condition[4] and not pre($condition[4]) and not initial() then 0 else pre(n)
//|   3: x := if $when[1] and not pre($when[1]) and not initial() then if pre($ticked[1]) then pre(x) + 0.1*pre(der(x)) else 0.0 else pre(x)
//|   4: $condition[3] := if $when[1] and not pre($when[1]) and not initial() then x > 0.25 or time > 0.71 else pre($condition[3])
//|   5: $condition[4] := if $when[1] and not pre($when[1]) and not initial() then x < 0.0 else pre($condition[4])
//|   6: $ticked[1] := if $when[1] and not pre($when[1]) and not initial() then true else pre($ticked[1])
//|   7: der(x) := if $when[1] and not pre($when[1]) and not initial() then 1.0 else pre(der(x))
//| samples
//|   tick0: sample(time, 0.1)
//| end BooleanWhen
