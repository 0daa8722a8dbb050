// run: dump --ir=dae
model Events "A comparison of Reals is held as a relation, under noEvent it is not; of time it is a time event"
  parameter Real limit = 0.5;
  Real x(start = 1, fixed = true);
  Real y;
equation
  der(x) = if x > limit then -1 else 0;
  y = noEvent(if x > limit then x else limit) + (if time >= 0.25 then 1 else 0);
end Events;
// expect:
//| dae Events
//| variables
//|   parameter Real limit = 0.5
//|   continuous Real x(start = 1.0, fixed = true)  // differentiated
//|   continuous Real y
//|   continuous Real der(x)
//| f_x
//|   0: der(x) = if c0 then -1 else 0
//|   1: y = noEvent(if x > limit then x else limit) + (if c1 then 1 else 0)
//| f_c
//|   c0: x > limit  // state event
//|   c1: time >= 0.25  // time event
//| end Events
