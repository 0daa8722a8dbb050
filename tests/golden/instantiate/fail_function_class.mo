// run: check -m P.M
package P
  function Base
    input Real u;
    output Real y;
  algorithm
    y := u;
  end Base;
  function Twice
    extends Base;
  // error: function `Twice` has a second algorithm or external interface [FunctionClass]
  algorithm
    y := 2*y;
  end Twice;
  function Both
    input Real u;
    output Real y;
  algorithm
    y := u;
  // error: function `Both` has a second algorithm or external interface [FunctionClass]
  external "C" y = sqrt(u);
  end Both;
  function Initial
    input Real u;
    output Real y = 1;
  // error: a function cannot have an initial algorithm [FunctionClass]
  initial algorithm
    y := u;
  end Initial;
  function Prefixes
    // error: the variable `u` of a function cannot be `inner` [FunctionClass]
    //               ^
    inner input Real u;
    // error: the public variable `half` of a function is neither `input` nor `output` [FunctionClass]
    //   ^
    Real half;
    output Real y;
  protected
    // error: the output `z` of a function cannot be protected [FunctionClass]
    //          ^
    output Real z = u;
  algorithm
    half := u/2;
    y := half;
    // error: `inverse` names `w`, which is no input of `P.Prefixes` [InverseAnnotation]
    //                 ^
    annotation(inverse(w = Base(y)));
  end Prefixes;
  model M
    Real a = Twice(time);
    Real b = Both(time);
    Real c = Initial(time);
    Real d = Prefixes(time);
  end M;
end P;
