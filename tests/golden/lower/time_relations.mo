// run: dump --ir=dae
model M "Whatever it is written like, a relation of time is time against an instant"
  parameter Real wait = 0.4;
  discrete Real since(start = 0, fixed = true);
  Real t = time;
  Real late = 2*t - wait;
  Boolean a = wait < time - since;
  Boolean b = since - t <= -wait;
  Boolean c = late > 1;
  Boolean d = since*time < 1 "which side it is on depends on since";
  Boolean e = wait*since > late - 2*t;
  Boolean f = time*time > 2;
equation
  when sample(1, 1) then
    since = time;
  end when;
end M;
// expect:
//| dae M
//| variables
//|   parameter Real wait = 0.4
//|   discrete Real since(start = 0.0, fixed = true)
//|   continuous Real t
//|   continuous Real late
//|   discrete Boolean a
//|   discrete Boolean b
//|   discrete Boolean c
//|   discrete Boolean d
//|   discrete Boolean e
//|   discrete Boolean f
//|   discrete Boolean $when[1](start = false, fixed = true)  // generated
//| f_x
//|   0: t = time
//|   1: late = 2.0*t - wait
//| f_z, f_m
//|   2: a := c0
//|   3: b := c1
//|   4: c := c2
//|   5: d := if since > 0.0 then c4 elseif since < 0.0 then c3 else true
//|   6: e := c5
//|   7: f := c6
//|   8: $when[1] := tick0
//|   9: since := if $when[1] and not pre($when[1]) and not initial() then time else pre(since)
//| f_c
//|   c0: time > wait + since  // time event
//|   c1: time >= since + wait  // time event
//|   c2: time > (1.0 + wait)/2.0  // time event
//|   c3: time > if since < 0.0 then 1.0/since else 1.7976931348623157e+308  // time event
//|   c4: time < if since > 0.0 then 1.0/since else 1.7976931348623157e+308  // time event
//|   c5: wait*since > late - 2.0*t  // discrete event
//|   c6: time*time > 2.0  // state event
//| samples
//|   tick0: sample(1.0, 1.0)
//| end M
