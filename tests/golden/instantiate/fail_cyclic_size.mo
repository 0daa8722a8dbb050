// run: check
model M
// error: the structure of `a` depends on itself [CyclicDefinition]
// error: the size of `a` is open (`:`) and no value determines it [DimensionNotConstant]
  parameter Real a[:] = b;
// error: the size of `b` is open (`:`) and no value determines it [DimensionNotConstant]
  parameter Real b[:] = a;
end M;
