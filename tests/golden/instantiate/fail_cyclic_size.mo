// run: check
model M
// error: the structure of `a` depends on itself [CyclicDefinition]
  parameter Real a[:] = b;
  parameter Real b[:] = a;
end M;
