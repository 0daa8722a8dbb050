// run: check
model M "An equation that determines an unknown hands an input of the model on"
  // warning: nothing determines the input `u`; it keeps its start value 0.0 [InputWithoutValue]
  //         ^
  input Real u;
  parameter Real p = 3;
  Real x(start = 0, fixed = true);
equation
  p*der(x) = u;
end M;
