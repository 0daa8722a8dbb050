// run: dump --ir=dae
model Latch "pre is the left limit; edge and change are written with it; the initial equation stays apart"
  Real x(start = 0, fixed = true);
  Boolean on;
  Integer count;
initial equation
  pre(on) = false;
  pre(count) = 0;
equation
  der(x) = 1;
  on = x > 1 and pre(on) or x > 2;
  count = pre(count) + (if edge(on) or change(on) then 1 else 0);
end Latch;
// expect:
//| dae Latch
//| variables
//|   continuous Real x(start = 0.0, fixed = true)  // differentiated
//|   discrete Boolean on
//|   discrete Integer count
//|   continuous Real der(x)
//| f_x
//|   0: der(x) = 1.0
//| f_z, f_m
//|   1: on := c0 and pre(on) or c1
//|   2: count := pre(count) + (if on and not pre(on) or on <> pre(on) then 1 else 0)
//| f_c
//|   c0: x > 1.0  // state event
//|   c1: x > 2.0  // state event
//| initial
//|   0: pre(on) := false
//|   1: pre(count) := 0
//| end Latch
