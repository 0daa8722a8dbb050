// run: dump --ir=flat -m P.M
package P "C code is called at translation where a size, a condition or a function wants to know what it gives (MLS 12.9)"
  function value
    input Real u[:];
    output Real y[size(u, 1)];
  external "C" twice(u, size(u, 1), y)
    annotation(Include = "static void twice(const double* u, size_t n, double* y) { while (n-- > 0) y[n] = 2*u[n]; }");
  end value;
  impure function count
    input String text;
    output Integer n;
  external "C" n = count_of(text) annotation(Include = "static int count_of(const char* t) { return (int)strlen(t); }");
  end count;
  function open
    input Integer n;
    output Real y[:];
  algorithm
    y := value(1:n);
  end open;
  constant Real c[2] = value({1, 4});
  function Scaled
    input Real u;
    output Real y = c[2]*u;
  end Scaled;
  model M
    parameter Integer n = count("abc");
    parameter Real p[n] = 1:n;
    parameter Real q[:] = open(count("four"));
    parameter Real late = sum(value({3}));
    Real extra = time if n > 3;
    Real x = Scaled(time);
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function P.value
//|   input Real u[1];
//|   input Real u[2];
//|   input Real u[3];
//|   input Real u[4];
//|   output Real y[1];
//|   output Real y[2];
//|   output Real y[3];
//|   output Real y[4];
//| algorithm
//|   external twice(u[1], 4, y[1]);
//| end P.value;
//| function P.open
//|   input Integer n;
//|   output Real y[1];
//|   output Real y[2];
//|   output Real y[3];
//|   output Real y[4];
//| algorithm
//|   (y[1], y[2], y[3], y[4]) := P.value(1.0, 2.0, 3.0, 4.0);
//| end P.open;
//| function P.value
//|   input Real u[1];
//|   output Real y[1];
//| algorithm
//|   external twice(u[1], 1, y[1]);
//| end P.value;
//| function P.Scaled
//|   input Real u;
//|   output Real y;
//| algorithm
//|   y := 8.0*u;
//| end P.Scaled;
//| function P.value
//|   input Real u[1];
//|   input Real u[2];
//|   output Real y[1];
//|   output Real y[2];
//| algorithm
//|   external twice(u[1], 2, y[1]);
//| end P.value;
//| model P.M
//|   parameter Integer n = 3;
//|   parameter Real p[1] = 1.0;
//|   parameter Real p[2] = 2.0;
//|   parameter Real p[3] = 3.0;
//|   parameter Real q[1] = P.open(4).y[1];
//|   parameter Real q[2] = P.open(4).y[2];
//|   parameter Real q[3] = P.open(4).y[3];
//|   parameter Real q[4] = P.open(4).y[4];
//|   parameter Real late = P.value(3.0);
//|   Real x;
//|   constant Real P.c[1] = P.value(1.0, 4.0).y[1];
//|   constant Real P.c[2] = P.value(1.0, 4.0).y[2];
//| equation
//|   x = P.Scaled(time);
//| end P.M;
