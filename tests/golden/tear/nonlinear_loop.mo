// run: dump --ir=causal
model Loop "A nonlinear loop is torn to one variable; the equation that is left is its residual"
  Real a(start = 1);
  Real b;
  Real c;
equation
  b = sin(a) + time;
  c = 2*b;
  a = 3 - exp(c);
end Loop;
// expect:
//| causal model Loop
//| continuous
//|   nonlinear
//|     tear c
//|     b := c/2.0
//|     a := 3.0 - exp(c)
//|     residual b = sin(a) + time
//| event
//|   nonlinear
//|     tear c
//|     b := c/2.0
//|     a := 3.0 - exp(c)
//|     residual b = sin(a) + time
//| initial
//|   nonlinear
//|     tear c
//|     b := c/2.0
//|     a := 3.0 - exp(c)
//|     residual b = sin(a) + time
