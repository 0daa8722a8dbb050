// run: dump --ir=dae -m ClockVariables
connector ClockInput = input Clock;
connector ClockOutput = output Clock;
block Source
  parameter Real period;
  ClockOutput y = Clock(period);
end Source;
block Counter
  ClockInput clock;
  Integer n(start = 0);
equation
  when clock then
    n = previous(n) + 1;
  end when;
end Counter;
model ClockVariables "Clocks are connected, stand in arrays and are chosen by parameters"
  Source source[2](period = {0.1, 0.5});
  Counter counter[3];
  parameter Integer factor = 3;
  Clock c[2] = {source[1].y, if factor > 0 then subSample(c[1], factor) else superSample(c[1], -factor)};
equation
  connect(source.y, counter[1:2].clock);
  counter[3].clock = c[2];
end ClockVariables;
// expect:
//| dae ClockVariables
//| variables
//|   parameter Real source[1].period = 0.1
//|   constant Boolean source[1].y = false  // generated
//|   parameter Real source[2].period = 0.5
//|   constant Boolean source[2].y = false  // generated
//|   constant Boolean counter[1].clock = false  // generated
//|   discrete Integer counter[1].n(start = 0, fixed = true)
//|   constant Boolean counter[2].clock = false  // generated
//|   discrete Integer counter[2].n(start = 0, fixed = true)
//|   constant Boolean counter[3].clock = false  // generated
//|   discrete Integer counter[3].n(start = 0, fixed = true)
//|   parameter Integer factor = 3
//|   constant Boolean c[1] = false  // generated
//|   constant Boolean c[2] = false  // generated
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//|   discrete Boolean $when[2](start = false, fixed = true)  // generated
//|   discrete Boolean $when[3](start = false, fixed = true)  // generated
//| f_z, f_m
//|   0: $when[1] := tick0
//|   1: $when[2] := tick1
//|   2: $when[3] := tick2
//|   3: counter[1].n := if $when[1] and not pre($when[1]) and not initial() then pre(counter[1].n) + 1 else pre(counter[1].n)
//|   4: counter[2].n := if $when[2] and not pre($when[2]) and not initial() then pre(counter[2].n) + 1 else pre(counter[2].n)
//|   5: counter[3].n := if $when[3] and not pre($when[3]) and not initial() then pre(counter[3].n) + 1 else pre(counter[3].n)
//| samples
//|   tick0: sample(time, source[1].period)
//|   tick1: sample(time, source[2].period)
//|   tick2: sample(time, source[1].period*3.0)
//| end ClockVariables
