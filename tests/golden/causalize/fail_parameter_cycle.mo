// run: check
model M "Neither parameter has a value of its own"
  // error: the values of `p`, `q` depend on each other [ParameterCycle]
  parameter Real p = q + 1;
  parameter Real q = p - 1;
end M;
