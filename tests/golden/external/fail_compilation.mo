// run: check -m P.M
package P
  function F
    input Real x;
    output Real y;
  // note: C code of the model is compiled and runs with your rights: `P.F` and 1 more [ExternalCode]
  // error: the C code of `P.F` does not compile: annotation Include of P.F:1:2: error: #error "no model chosen" [ExternalCompilation]
  external "C" y = f(x) annotation(Include = "#error \"no model chosen\"");
  end F;
  function G
    input Real x;
    output Real y;
  external "C" y = g(x) annotation(Include = "static double g(double x) { return x; }");
  end G;
  model M
    Real x = G(F(time));
  end M;
end P;
