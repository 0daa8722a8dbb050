// run: check
package P
  function Scale
    input Real x;
    input Real gain = 2;
    output Real y;
  algorithm
    y := gain*x;
  end Scale;
  model M
// error: input `x` of function `P.Scale` is not given and has no default [ArgumentMismatch]
    Real a = Scale();
// error: function `P.Scale` has 2 inputs, and is given more arguments [ArgumentMismatch]
    Real b = Scale(1, 2, 3);
// error: function `P.Scale` has no input `gian` [ArgumentMismatch]
    Real c = Scale(1, gian = 2);
// error: `sin` takes 1 argument, not 0 [ArgumentMismatch]
    Real d = sin();
  end M;
end P;
