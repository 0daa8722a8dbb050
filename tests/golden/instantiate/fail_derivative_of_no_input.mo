// run: check -m P.M
package P
  function f
    input Real x;
    output Real y;
  algorithm
    y := x^2;
    // error: `noDerivative` names no input of function `P.f` (MLS 12.7.1) [DerivativeAnnotation]
    //                                   ^
    annotation(derivative(noDerivative = z) = f_der);
  end f;
  function f_der
    input Real x;
    input Real dx;
    output Real dy = 2*x*dx;
  algorithm
  end f_der;
  model M
    Real y = f(time);
  end M;
end P;
