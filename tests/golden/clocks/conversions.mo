// run: dump --ir=dae
model Conversions "Each conversion makes a clock of its own; factors are inferred where periods tell them"
  Integer n(start = 0), slow, fast, late, early(start = -1), inferred, latest;
equation
  when Clock(1, 10) then
    n = previous(n) + 1;
  end when;
  slow = subSample(n, 3);
  fast = superSample(slow, 6);
  late = shiftSample(n, 1, 2);
  early = backSample(late, 1, 4);
  when Clock(2, 10) then
    inferred = subSample(n);
    latest = noClock(n);
  end when;
end Conversions;
// expect:
//| dae Conversions
//| variables
//|   discrete Integer n(start = 0, fixed = true)
//|   discrete Integer slow(fixed = true)
//|   discrete Integer fast(fixed = true)
//|   discrete Integer late(fixed = true)
//|   discrete Integer early(start = -1, fixed = true)
//|   discrete Integer inferred(fixed = true)
//|   discrete Integer latest(fixed = true)
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//|   discrete Boolean $when[2](start = false, fixed = true)  // generated
//|   discrete Boolean $when[3](start = false, fixed = true)  // generated
//|   discrete Boolean $when[4](start = false, fixed = true)  // generated
//|   discrete Boolean $when[5](start = false, fixed = true)  // generated
//|   discrete Boolean $when[6](start = false, fixed = true)  // generated
//| f_z, f_m
//|   0: $when[1] := tick0
//|   1: $when[2] := tick1
//|   2: $when[3] := tick2
//|   3: $when[4] := tick3
//|   4: $when[5] := tick4
//|   5: $when[6] := tick5
//|   6: n := if $when[1] and not pre($when[1]) and not initial() then pre(n) + 1 else pre(n)
//|   7: slow := if $when[2] and not pre($when[2]) and not initial() then n else pre(slow)
//|   8: fast := if $when[3] and not pre($when[3]) and not initial() then slow else pre(fast)
//|   9: late := if $when[4] and not pre($when[4]) and not initial() then n else pre(late)
//|   10: early := if $when[5] and not pre($when[5]) and not initial() then late else pre(early)
//|   11: inferred := if $when[6] and not pre($when[6]) and not initial() then n else pre(inferred)
//|   12: latest := if $when[6] and not pre($when[6]) and not initial() then n else pre(latest)
//| samples
//|   tick0: sample(time, 0.1)
//|   tick1: sample(time, 0.3)
//|   tick2: sample(time, 0.05)
//|   tick3: sample(time + 0.05, 0.1)
//|   tick4: sample(time + 0.025, 0.1)
//|   tick5: sample(time, 0.2)
//| end Conversions
