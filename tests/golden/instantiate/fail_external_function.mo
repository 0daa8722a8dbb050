// run: check
package P
  function F
    input Real x;
    output Real y;
  // error: no external function is in the language "Ada" (MLS 12.9) [FunctionClass]
  external "Ada" y = f(x);
  end F;
  function G
    input Real x;
    output Real y;
  // error: the built-in function `g` of an external clause is not supported yet [NotYetSupported]
  external "builtin" y = g(x);
  end G;
  model M
    Real x = F(time);
    Real y = G(time);
  end M;
end P;
