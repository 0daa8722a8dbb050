// run: dump --ir=dae
model EventClock "It ticks one pass of the event after its condition; sub-clocks count its ticks"
  Boolean up = sin(time) > 0;
  Clock c = Clock(up, startInterval = 0.5);
  Integer n(start = 0);
  Real h;
  Integer second = shiftSample(subSample(n, 2), 1);
equation
  when c then
    n = previous(n) + 1;
    h = interval();
  end when;
end EventClock;
// expect:
//| dae EventClock
//| variables
//|   discrete Boolean up
//|   constant Boolean c = false  // generated
//|   discrete Integer n(start = 0, fixed = true)
//|   discrete Real h(fixed = true)
//|   discrete Integer second(fixed = true)
//|   discrete Integer $operand[1](fixed = true)  // generated
//|   discrete Integer $ticks[1](start = -1, fixed = true)  // generated
//|   discrete Real $last[3](start = 0.0, fixed = true)  // generated
//|   discrete Boolean $ticked[3](start = false, fixed = true)  // generated
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//| f_z, f_m
//|   0: $when[1] := pre(up)
//|   1: up := c0
//|   2: $ticks[1] := if $when[1] and not pre($when[1]) and not initial() then pre($ticks[1]) + 1 else pre($ticks[1])
//|   3: second := if $when[1] and not pre($when[1]) and not initial() and ($ticks[1] - 2 >= 0 and mod($ticks[1] - 2, 2) == 0) then $operand[1] else pre(second)
//|   4: n := if $when[1] and not pre($when[1]) and not initial() then pre(n) + 1 else pre(n)
//|   5: h := if $when[1] and not pre($when[1]) and not initial() then if pre($ticked[3]) then time - pre($last[3]) else 0.5 else pre(h)
//|   6: $last[3] := if $when[1] and not pre($when[1]) and not initial() then time else pre($last[3])
//|   7: $ticked[3] := if $when[1] and not pre($when[1]) and not initial() then true else pre($ticked[3])
//|   8: $operand[1] := if $when[1] and not pre($when[1]) and not initial() and ($ticks[1] >= 0 and mod($ticks[1], 2) == 0) then n else pre($operand[1])
//| f_c
//|   c0: sin(time) > 0.0  // state event
//| end EventClock
