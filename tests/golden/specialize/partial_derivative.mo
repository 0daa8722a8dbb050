// run: dump --ir=flat
model PartialDerivative
  function f
    input Real x;
    input Real c[2];
    input Real u;
    output Real y;
  protected
    Real a[2] = c;
    Real b = u*u;
  algorithm
    for i in 1:2 loop
      a[i] := a[i]*x^i;
    end for;
    if x > 0 then
      y := a[1] + b;
    else
      y := g(a[2], b);
    end if;
  end f;
  function g
    input Real p, q;
    output Real r = sin(p) + q;
  end g;
  function f_x = der(f, x) "by x";
  function f_xx = der(f_x, x);
  Real y = f_x(time, {2, 3}, 4);
  Real z = f_xx(time, {2, 3}, 4);
end PartialDerivative;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function PartialDerivative.f_x
//|   input Real x;
//|   input Real c[1];
//|   input Real c[2];
//|   input Real u;
//|   output Real y;
//| algorithm
//|   (y) := PartialDerivative.f$tangent(x, c[1], c[2], u, 1.0);
//| end PartialDerivative.f_x;
//| function PartialDerivative.f
//|   input Real x;
//|   input Real c[1];
//|   input Real c[2];
//|   input Real u;
//|   output Real y;
//| protected
//|   Real a[1];
//|   Real a[2];
//|   Real b;
//| algorithm
//|   a[1] := c[1];
//|   a[2] := c[2];
//|   b := u*u;
//|   a[1] := a[1]*x;
//|   a[2] := a[2]*x^2.0;
//|   if x > 0.0 then
//|     y := a[1] + b;
//|   else
//|     y := PartialDerivative.g(a[2], b);
//|   end if;
//| end PartialDerivative.f;
//| function PartialDerivative.g
//|   input Real p;
//|   input Real q;
//|   output Real r;
//| algorithm
//|   r := sin(p) + q;
//| end PartialDerivative.g;
//| function PartialDerivative.f$tangent
//|   input Real x;
//|   input Real c[1];
//|   input Real c[2];
//|   input Real u;
//|   input Real $d1.x;
//|   output Real $d1.y;
//| protected
//|   Real y;
//|   Real a[1];
//|   Real a[2];
//|   Real b;
//|   Real $d1.a[1];
//|   Real $d1.a[2];
//|   Real $d1.b;
//| algorithm
//|   $d1.y := 0.0;
//|   $d1.a[1] := 0.0;
//|   a[1] := c[1];
//|   $d1.a[2] := 0.0;
//|   a[2] := c[2];
//|   b := u*u;
//|   $d1.a[1] := $d1.a[1]*x + $d1.x*a[1];
//|   a[1] := a[1]*x;
//|   $d1.a[2] := $d1.a[2]*x^2.0 + $d1.x*(2.0*x)*a[2];
//|   a[2] := a[2]*x^2.0;
//|   if x > 0.0 then
//|     $d1.y := $d1.a[1];
//|     y := a[1] + b;
//|   else
//|     $d1.y := PartialDerivative.g$tangent(a[2], b, $d1.a[2]);
//|     y := PartialDerivative.g(a[2], b);
//|   end if;
//| end PartialDerivative.f$tangent;
//| function PartialDerivative.g$tangent
//|   input Real p;
//|   input Real q;
//|   input Real $d1.p;
//|   output Real $d1.r;
//| protected
//|   Real r;
//| algorithm
//|   $d1.r := 0.0;
//|   $d1.r := $d1.p*cos(p);
//|   r := sin(p) + q;
//| end PartialDerivative.g$tangent;
//| function PartialDerivative.f_xx
//|   input Real x;
//|   input Real c[1];
//|   input Real c[2];
//|   input Real u;
//|   output Real y;
//| algorithm
//|   (y) := PartialDerivative.f_x$tangent(x, c[1], c[2], u, 1.0);
//| end PartialDerivative.f_xx;
//| function PartialDerivative.f_x$tangent
//|   input Real x;
//|   input Real c[1];
//|   input Real c[2];
//|   input Real u;
//|   input Real $d1.x;
//|   output Real $d1.y;
//| protected
//|   Real y;
//| algorithm
//|   $d1.y := 0.0;
//|   ($d1.y) := PartialDerivative.f$tangent$tangent(x, c[1], c[2], u, 1.0, $d1.x);
//|   (y) := PartialDerivative.f$tangent(x, c[1], c[2], u, 1.0);
//| end PartialDerivative.f_x$tangent;
//| function PartialDerivative.f$tangent$tangent
//|   input Real x;
//|   input Real c[1];
//|   input Real c[2];
//|   input Real u;
//|   input Real $d1.x;
//|   input Real $d2.x;
//|   output Real $d2.$d1.y;
//| protected
//|   Real $d1.y;
//|   Real y;
//|   Real a[1];
//|   Real a[2];
//|   Real b;
//|   Real $d1.a[1];
//|   Real $d1.a[2];
//|   Real $d1.b;
//|   Real $d2.y;
//|   Real $d2.a[1];
//|   Real $d2.a[2];
//|   Real $d2.b;
//|   Real $d2.$d1.a[1];
//|   Real $d2.$d1.a[2];
//|   Real $d2.$d1.b;
//| algorithm
//|   $d2.$d1.y := 0.0;
//|   $d2.$d1.y := 0.0;
//|   $d1.y := 0.0;
//|   $d2.$d1.a[1] := 0.0;
//|   $d1.a[1] := 0.0;
//|   $d2.a[1] := 0.0;
//|   a[1] := c[1];
//|   $d2.$d1.a[2] := 0.0;
//|   $d1.a[2] := 0.0;
//|   $d2.a[2] := 0.0;
//|   a[2] := c[2];
//|   b := u*u;
//|   $d2.$d1.a[1] := $d2.$d1.a[1]*x + $d2.x*$d1.a[1] + $d2.a[1]*$d1.x;
//|   $d1.a[1] := $d1.a[1]*x + $d1.x*a[1];
//|   $d2.a[1] := $d2.a[1]*x + $d2.x*a[1];
//|   a[1] := a[1]*x;
//|   $d2.$d1.a[2] := $d2.$d1.a[2]*x^2.0 + $d2.x*(2.0*x)*$d1.a[2] + ($d2.x*2.0*$d1.x*a[2] + $d2.a[2]*($d1.x*(2.0*x)));
//|   $d1.a[2] := $d1.a[2]*x^2.0 + $d1.x*(2.0*x)*a[2];
//|   $d2.a[2] := $d2.a[2]*x^2.0 + $d2.x*(2.0*x)*a[2];
//|   a[2] := a[2]*x^2.0;
//|   if x > 0.0 then
//|     $d2.$d1.y := $d2.$d1.a[1];
//|     $d1.y := $d1.a[1];
//|     $d2.y := $d2.a[1];
//|     y := a[1] + b;
//|   else
//|     $d2.$d1.y := PartialDerivative.g$tangent$tangent(a[2], b, $d1.a[2], $d2.a[2], $d2.$d1.a[2]);
//|     $d1.y := PartialDerivative.g$tangent(a[2], b, $d1.a[2]);
//|     $d2.y := PartialDerivative.g$tangent(a[2], b, $d2.a[2]);
//|     y := PartialDerivative.g(a[2], b);
//|   end if;
//| end PartialDerivative.f$tangent$tangent;
//| function PartialDerivative.g$tangent$tangent
//|   input Real p;
//|   input Real q;
//|   input Real $d1.p;
//|   input Real $d2.p;
//|   input Real $d2.$d1.p;
//|   output Real $d2.$d1.r;
//| protected
//|   Real $d1.r;
//|   Real r;
//|   Real $d2.r;
//| algorithm
//|   $d2.$d1.r := 0.0;
//|   $d2.$d1.r := 0.0;
//|   $d1.r := 0.0;
//|   $d2.$d1.r := $d2.$d1.p*cos(p) - $d2.p*sin(p)*$d1.p;
//|   $d1.r := $d1.p*cos(p);
//|   $d2.r := $d2.p*cos(p);
//|   r := sin(p) + q;
//| end PartialDerivative.g$tangent$tangent;
//| model PartialDerivative
//|   Real y;
//|   Real z;
//| equation
//|   y = PartialDerivative.f_x(time, 2.0, 3.0, 4.0);
//|   z = PartialDerivative.f_xx(time, 2.0, 3.0, 4.0);
//| end PartialDerivative;
