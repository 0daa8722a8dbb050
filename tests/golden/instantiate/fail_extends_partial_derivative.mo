// run: check
model ExtendsPartialDerivative
  function f
    input Real x;
    output Real y = x^2;
  end f;
  function f_x = der(f, x);
  function g
    // error: extending a function that is a partial derivative is not supported yet [NotYetSupported]
    extends f_x;
  end g;
  Real a = g(time);
end ExtendsPartialDerivative;
