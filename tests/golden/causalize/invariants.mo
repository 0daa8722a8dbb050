// run: dump --ir=causal
model Circle "No coordinate determines the other at all times: both are states, and the circle is an invariant"
  Real x(start = 2), y(start = 2), f;
equation
  der(x) = f*x - y;
  der(y) = f*y + x;
  x^2 + y^2 = 1;
end Circle;
// expect:
//| causal model Circle
//| state x, derivative der(x)
//| state y, derivative der(y)
//| invariant x^2.0 + y^2.0 = 1.0 of x, y
//| continuous
//|   linear
//|     tear f
//|     der(x) := f*x - y
//|     der(y) := f*y + x
//|     residual der(x)*(2.0*x) + der(y)*(2.0*y) = 0.0
//| event
//|   linear
//|     tear f
//|     der(x) := f*x - y
//|     der(y) := f*y + x
//|     residual der(x)*(2.0*x) + der(y)*(2.0*y) = 0.0
//| initial
//|   least change nonlinear
//|     tear y
//|     tear x
//|     residual x^2.0 + y^2.0 = 1.0
//|     residual 0.0 = 0.0
//|   linear
//|     tear f
//|     der(x) := f*x - y
//|     der(y) := f*y + x
//|     residual der(x)*(2.0*x) + der(y)*(2.0*y) = 0.0
//| start x guessed
