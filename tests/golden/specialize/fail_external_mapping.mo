// run: check -m P.M
package P
  function F
    input Real x;
    output Real y[2];
  // error: the result of an external function must be a scalar output (MLS 12.9.3) [ExternalMapping]
  //           ^
  external "C" y = f(x);
  end F;
  function G
    input Real x;
    output Real y;
    output Real z;
  // error: the output `z` of `P.G` is not set by its external function [ExternalMapping]
  external "C" y = g(x);
  end G;
  model M
    Real a[2] = F(time);
    Real b = G(time);
  end M;
end P;
