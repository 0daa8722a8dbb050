// run: check -m P.M
package P
  function external_value
    output Real y;
  external "C" y = f() annotation(Include = "static double f(void) { return 2; }");
  end external_value;
  // error: the constant `P.c` must be known at compile time: a function needs it [NotConstant]
  constant Real c = external_value();
  function Scaled
    input Real u;
    output Real y = c*u;
  end Scaled;
  model M
    Real x = Scaled(time);
  end M;
end P;
