// run: check
model M "A parameter without a value keeps its start value"
  // warning: parameter `k` has no value; its fallback value 0.0 is taken [ParameterWithoutValue]
  //             ^
  parameter Real k;
  // warning: nothing determines the input `u`; it keeps its start value 0.0 [InputWithoutValue]
  //         ^
  input Real u;
  Real x(start = 0, fixed = true);
equation
  der(x) = k + u;
end M;
