// run: dump --ir=causal
model Order "Equations are sorted so that each reads what is known; a circle of two stays together as a linear block"
  Real x(start = 1, fixed = true);
  Real a;
  Real b;
  Real c;
  Real d;
equation
  der(x) = -a;
  a = b + c;
  b + 2*c = x;
  3*b - c = d;
  d = time*x;
end Order;
// expect:
//| causal model Order
//| state x, derivative der(x)
//| continuous
//|   explicit d := time*x
//|   linear
//|     tear b
//|     c := (x - b)/2.0
//|     residual 3.0*b - c = d
//|   explicit a := b + c
//|   explicit der(x) := -a
//| event
//|   explicit d := time*x
//|   linear
//|     tear b
//|     c := (x - b)/2.0
//|     residual 3.0*b - c = d
//|   explicit a := b + c
//|   explicit der(x) := -a
//| initial
//|   explicit x := 1.0
//|   explicit d := time*x
//|   linear
//|     tear b
//|     c := (x - b)/2.0
//|     residual 3.0*b - c = d
//|   explicit a := b + c
//|   explicit der(x) := -a
//| start x fixed
