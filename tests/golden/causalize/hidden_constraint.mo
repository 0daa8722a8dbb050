// run: dump --ir=causal
model HiddenSum "p + q = x1 and p + q = x2: the combination takes the place of one of them, and x1 determines x2"
  Real x1(start = 1, fixed = true), x2, p, q, f;
equation
  der(x1) = f - x1;
  der(x2) = -f - x2;
  p + q = x1;
  p + q = x2;
  p - q = time;
end HiddenSum;
// expect:
//| causal model HiddenSum
//| state x1, derivative der(x1)
//| dummy der(x2), by 0.0 = x1 - x2
//| continuous
//|   linear
//|     tear p
//|     q := x1 - p
//|     residual p - q = time
//|   explicit x2 := x1
//|   linear
//|     tear f
//|     der(x1) := f - x1
//|     der(x2) := -f - x2
//|     residual 0.0 = der(x1) - der(x2)
//| event
//|   linear
//|     tear p
//|     q := x1 - p
//|     residual p - q = time
//|   explicit x2 := x1
//|   linear
//|     tear f
//|     der(x1) := f - x1
//|     der(x2) := -f - x2
//|     residual 0.0 = der(x1) - der(x2)
//| initial
//|   explicit x1 := 1.0
//|   linear
//|     tear p
//|     q := x1 - p
//|     residual p - q = time
//|   explicit x2 := x1
//|   linear
//|     tear f
//|     der(x1) := f - x1
//|     der(x2) := -f - x2
//|     residual 0.0 = der(x1) - der(x2)
//| start x1 fixed
