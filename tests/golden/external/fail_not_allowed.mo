// run: check --no-external-code -m P.M
package P
  function f
    input Real u;
    output Real y;
  // error: `P.f` is C code of the model, and --no-external-code does not run it [ExternalCode]
  external "C" y = own_function(u) annotation(Include = "static double own_function(double u) { return 2*u; }");
  end f;
  model M "C code of the model, which is neither compiled nor run"
    Real x = f(time);
  end M;
end P;
