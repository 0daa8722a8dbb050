// run: dump --ir=flat -m P.M
package P
  impure function f
    input Real u;
    output Real y;
  external "C" y = f(u) annotation(Include = "static double f(double u) { return 2*u; }");
  end f;
  model M "the value of an impure function that is one of its argument here (MLS 12.3)"
    Real x = 1 + pure(f(time));
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function P.f
//|   input Real u;
//|   output Real y;
//| algorithm
//|   external y = f(u);
//| end P.f;
//| model P.M
//|   Real x;
//| equation
//|   x = 1.0 + P.f(time);
//| end P.M;
