// run: check -m P.M
package P
  function f
    input Real x;
    output Real y;
  algorithm
    y := x^2;
    // error: the annotation `derivative` names no function (MLS 12.7.1) [DerivativeAnnotation]
    //         ^
    annotation(derivative = 2);
  end f;
  model M
    Real y = f(time);
  end M;
end P;
