// run: dump --ir=flat -m P.M
package P
  partial function Scalar
    input Real u;
    output Real y;
  end Scalar;
  function Line
    extends Scalar;
    input Real a = 1;
    input Real b[:];
  algorithm
    y := a*u + b[1];
  end Line;
  function Mean "Calls its argument by position and by name"
    input Scalar f;
    input Real x0, x1;
    output Real y;
  algorithm
    y := (f(x0) + f(u = x1))/2;
  end Mean;
  function Shifted "Passes its argument on, once with one more input given"
    input Line f;
    input Real x;
    output Real y;
  algorithm
    y := Mean(function f(b = {x}), x, x + 1) + Mean(function Line(a = x, b = {1}), 0, 1);
  end Shifted;
  function Sine
    input Real u;
    output Real y;
  external "builtin" y = sin(u);
  end Sine;
  model M
    Real a = Mean(function Line(a = 2, b = {time}), 1, 3);
    Real b = Mean(f = Sine, x0 = time, x1 = 1);
    Real c = Shifted(function Line(a = 3), time);
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function P.Mean
//|   input Real f.a;
//|   input Real f.b[1];
//|   input Real x0;
//|   input Real x1;
//|   output Real y;
//| algorithm
//|   y := (P.Line(x0, f.a, f.b[1]) + P.Line(x1, f.a, f.b[1]))/2.0;
//| end P.Mean;
//| function P.Line
//|   input Real u;
//|   input Real a;
//|   input Real b[1];
//|   output Real y;
//| algorithm
//|   y := a*u + b[1];
//| end P.Line;
//| function P.Mean
//|   input Real x0;
//|   input Real x1;
//|   output Real y;
//| algorithm
//|   y := (sin(x0) + sin(x1))/2.0;
//| end P.Mean;
//| function P.Shifted
//|   input Real f.a;
//|   input Real x;
//|   output Real y;
//| algorithm
//|   y := P.Mean(f.a, x, x, x + 1.0) + P.Mean(x, 1.0, 0.0, 1.0);
//| end P.Shifted;
//| model P.M
//|   Real a;
//|   Real b;
//|   Real c;
//| equation
//|   a = P.Mean(2.0, time, 1.0, 3.0);
//|   b = P.Mean(time, 1.0);
//|   c = P.Shifted(3.0, time);
//| end P.M;
