// run: dump --ir=dae
model VaryingInterval "The next tick is as far away as the interval computed at this one"
  Integer counter(start = 2);
  Real interval2(start = 0.1);
equation
  when Clock(counter, 10) then
    counter = previous(counter) + 1;
  end when;
  when Clock(interval2) then
    interval2 = 2*previous(interval2);
  end when;
end VaryingInterval;
// expect:
//| dae VaryingInterval
//| variables
//|   discrete Integer counter(start = 2, fixed = true)
//|   discrete Real interval2(start = 0.1, fixed = true)
//|   discrete Real $next[1](start = 1e+300, fixed = true)  // generated
//|   discrete Real $next[2](start = 1e+300, fixed = true)  // generated
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//|   discrete Boolean $when[2](start = false, fixed = true)  // generated
//| f_z, f_m
//|   0: $when[1] := tick0 or c0
//|   1: $when[2] := tick0 or c1
//|   2: $next[1] := if $when[1] and not pre($when[1]) and not initial() then time + counter/10.0 else pre($next[1])
//|   3: counter := if $when[1] and not pre($when[1]) and not initial() then pre(counter) + 1 else pre(counter)
//|   4: $next[2] := if $when[2] and not pre($when[2]) and not initial() then time + interval2 else pre($next[2])
//|   5: interval2 := if $when[2] and not pre($when[2]) and not initial() then 2.0*pre(interval2) else pre(interval2)
//| f_c
//|   c0: time >= pre($next[1])  // time event
//|   c1: time >= pre($next[2])  // time event
//| samples
//|   tick0: sample(time, 1e+300)
//| assert
//|   not ($when[1] and not pre($when[1]) and not initial()) or counter/10.0 > 0.0: "the interval of a Clock must be positive (MLS 16.3)"
//|   not ($when[2] and not pre($when[2]) and not initial()) or interval2 > 0.0: "the interval of a Clock must be positive (MLS 16.3)"
//| end VaryingInterval
