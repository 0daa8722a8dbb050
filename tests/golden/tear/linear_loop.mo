// run: dump --ir=causal
model Loop "A loop of four equations is torn to one variable, the others follow from it in a row"
  parameter Real r = 2;
  Real a;
  Real b;
  Real c;
  Real d;
equation
  a = time - d;
  b = 2*a;
  c = b + 1;
  d = r*c;
end Loop;
// expect:
//| causal model Loop
//| parameter r := 2.0
//| continuous
//|   linear
//|     tear c
//|     b := c - 1.0
//|     a := b/2.0
//|     d := time - a
//|     residual d = r*c
//| event
//|   linear
//|     tear c
//|     b := c - 1.0
//|     a := b/2.0
//|     d := time - a
//|     residual d = r*c
//| initial
//|   linear
//|     tear c
//|     b := c - 1.0
//|     a := b/2.0
//|     d := time - a
//|     residual d = r*c
