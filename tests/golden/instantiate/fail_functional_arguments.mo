// run: check -m P.M
package P
  partial function Scalar
    input Real u;
    output Real y;
  end Scalar;
  function Line
    extends Scalar;
    input Real a = 1;
  algorithm
    y := a*u;
  end Line;
  function At
    input Scalar f;
    input Real x;
    output Real y;
  algorithm
    y := f(x);
  end At;
  function AsValue
    input Scalar f;
    input Real x;
    output Real y;
  algorithm
    // error: `f` is a function: it can be called or passed on, and has no value (MLS 12.4.2) [ArgumentMismatch]
    y := x*f;
  end AsValue;
  model M
    // error: this argument must be a function (MLS 12.4.2) [ArgumentMismatch]
    Real a = At(2*time, 1);
    // error: the function `f` that `P.At` takes is not given [ArgumentMismatch]
    Real b = At(x = 1);
    // error: function `P.Line` has no input `k` [ArgumentMismatch]
    Real c = At(function Line(k = 1), 1);
    // error: input `a` of function `P.Line` is given twice [ArgumentMismatch]
    Real d = At(function Line(a = 1, a = 2), 1);
    // error: a function can only be the argument of a function whose input is one (MLS 12.4.2) [ArgumentMismatch]
    Real e = At(Line, function Line(a = 1));
    // error: unknown function `sin` in `P.M` [UnknownName]
    Real f = At(sin, 1);
    Real g = AsValue(Line, 1);
  end M;
end P;
