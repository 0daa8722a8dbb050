// run: check -m P.M
package P
  function f
    input Real x;
    output Real y[2];
  algorithm
    y := {x, x^2};
    // error: `P.f_der` has no output for the derivative of the output `y` of `P.f` (MLS 12.7.1) [DerivativeAnnotation]
    //         ^
    annotation(derivative = f_der);
  end f;
  function f_der "Of the second element only"
    input Real x;
    input Real dx;
    output Real dy;
  algorithm
    dy := 2*x*dx;
  end f_der;
  model M
    Real y[2] = f(time);
  end M;
end P;
