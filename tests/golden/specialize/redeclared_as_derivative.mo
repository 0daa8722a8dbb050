// run: dump --ir=flat -m P.Top
package P
  function g
    input Real x, y;
    output Real z = x^2*y;
  end g;
  function g_x = der(g, x);
  model M
    replaceable function f = g;
    Real a = f(time, 3);
  end M;
  model N = M(redeclare function f = g_x);
  model Top
    N n;
  end Top;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function P.g_x
//|   input Real x;
//|   input Real y;
//|   output Real z;
//| algorithm
//|   (z) := P.g$tangent(x, y, 1.0);
//| end P.g_x;
//| function P.g
//|   input Real x;
//|   input Real y;
//|   output Real z;
//| algorithm
//|   z := x^2.0*y;
//| end P.g;
//| function P.g$tangent
//|   input Real x;
//|   input Real y;
//|   input Real $d1.x;
//|   output Real $d1.z;
//| protected
//|   Real z;
//| algorithm
//|   $d1.z := 0.0;
//|   $d1.z := $d1.x*(2.0*x)*y;
//|   z := x^2.0*y;
//| end P.g$tangent;
//| model P.Top
//|   Real n.a;
//| equation
//|   n.a = P.g_x(time, 3.0);
//| end P.Top;
