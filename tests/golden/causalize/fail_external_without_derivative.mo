// run: check -m P.M
package P
  function f
    input Real x;
    output Real y;
  external "C" y = sin(x) annotation(Include = "#include <math.h>");
  end f;
  function g "Calls it"
    input Real x;
    output Real y;
  algorithm
    y := 2*f(x);
  end g;
  model M
    Real s;
    Real v = der(s);
    Real a = der(v);
  equation
    // error: equation constrains states and must be differentiated, but has no time derivative [NotDifferentiable]
    s = g(time);
  end M;
end P;
