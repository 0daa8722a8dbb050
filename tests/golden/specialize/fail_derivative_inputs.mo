// run: check -m P.M
package P
  function f
    input Real x;
    output Real y;
  algorithm
    y := x^2;
    // error: `P.f_der` has 1 inputs; as derivative of `P.f` it takes the 1 inputs of that and then 1 derivatives of these (MLS 12.7.1) [DerivativeAnnotation]
    //         ^
    annotation(derivative = f_der);
  end f;
  function f_der "Without the derivative of x"
    input Real x;
    output Real dy;
  algorithm
    dy := 2*x;
  end f_der;
  model M
    Real y = f(time);
  end M;
end P;
