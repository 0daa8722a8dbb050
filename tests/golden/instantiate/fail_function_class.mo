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
  algorithm
    y := 2*y;
  end Twice;
  function Both
    input Real u;
    output Real y;
  algorithm
    y := u;
  external "C" y = sqrt(u);
  end Both;
  function Initial
    input Real u;
    output Real y = 1;
  initial algorithm
    y := u;
  end Initial;
  function Prefixes
    inner input Real u;
    Real half;
    output Real y;
  protected
    output Real z = u;
  algorithm
    half := u/2;
    y := half;
    annotation(inverse(w = Base(y)));
  end Prefixes;
  model M
    Real a = Twice(time);
    Real b = Both(time);
    Real c = Initial(time);
    Real d = Prefixes(time);
  end M;
end P;
