// run: dump --ir=causal
model Steady "At the start der(x) = 0 determines x; the fixed start determines v; later both are states"
  parameter Real k = 4;
  parameter Real x0(fixed = false);
  Real x;
  Real v(start = 3, fixed = true);
initial equation
  der(x) = 0;
  x0 = 2*x;
equation
  der(x) = v - k*x;
  der(v) = x0 - v;
end Steady;
// expect:
//| causal model Steady
//| state x, derivative der(x)
//| state v, derivative der(v)
//| parameter k := 4.0
//| continuous
//|   explicit der(x) := v - k*x
//|   explicit der(v) := x0 - v
//| event
//|   explicit der(x) := v - k*x
//|   explicit der(v) := x0 - v
//| initial
//|   explicit der(x) := 0.0
//|   explicit v := 3.0
//|   linear
//|     tear x
//|     residual der(x) = v - k*x
//|   explicit x0 := 2.0*x
//|   explicit der(v) := x0 - v
//| start v fixed
