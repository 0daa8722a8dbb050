// run: dump --ir=causal
model Stick "Coulomb's friction: force, path parameter, relations and mode form one mixed block, torn to the parameter sa"
  parameter Real m = 2;
  parameter Real f0 = 5;
  Real v(start = 0, fixed = true);
  Real a;
  Real f;
  Real sa;
  Boolean stuck(start = true, fixed = true);
  Boolean forward(start = false, fixed = true);
equation
  der(v) = a;
  m*a = 10*sin(time) - f;
  forward = pre(stuck) and sa > f0 or pre(forward) and v > 0;
  stuck = not forward;
  a = if forward then sa - f0 else 0;
  f = if forward then f0 else sa;
end Stick;
// expect:
//| causal model Stick
//| state v, derivative der(v)
//| parameter m := 2.0
//| parameter f0 := 5.0
//| continuous
//|   linear
//|     tear sa
//|     a := if forward then sa - f0 else 0.0
//|     f := 10.0*sin(time) - m*a
//|     residual f = if forward then f0 else sa
//|   explicit der(v) := a
//| event
//|   relation v > 0.0
//|   mixed linear
//|     relation sa > f0
//|     discrete forward := pre(stuck) and sa > f0 or pre(forward) and v > 0.0
//|     tear sa
//|     a := if forward then sa - f0 else 0.0
//|     f := 10.0*sin(time) - m*a
//|     residual f = if forward then f0 else sa
//|   explicit der(v) := a
//|   explicit stuck := not forward
//| initial
//|   explicit v := 0.0
//|   relation v > 0.0
//|   mixed linear
//|     relation sa > f0
//|     discrete forward := pre(stuck) and sa > f0 or pre(forward) and v > 0.0
//|     tear sa
//|     a := if forward then sa - f0 else 0.0
//|     f := 10.0*sin(time) - m*a
//|     residual f = if forward then f0 else sa
//|   explicit der(v) := a
//|   explicit stuck := not forward
//| start v fixed
