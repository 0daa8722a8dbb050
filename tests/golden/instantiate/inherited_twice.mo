// run: dump --ir=flat -m P.M
package P "Declarations inherited on two ways that are the same after lookup count once (MLS 5.6.1.4, 7.1)"
  package Types
    constant Real standard = 9.8;
    type Length = Real(unit = "m");
  end Types;
  model Data
    parameter Real g = Types.standard;
  end Data;
  model First
    outer Data data;
    parameter Types.Length l = 2*Types.standard "length";
    parameter Integer n = 2;
    Types.Length x[n](each start = 1e0) = fill(data.g*l, n);
  end First;
  model Second
    import P.Types.*;
    outer P.Data data "the same";
    parameter Length l = 2*standard;
    parameter Integer n = 2;
    Length[n] x(each start = 1.0) = fill(data.g*l, n) annotation(Dialog(tab = "other"));
  end Second;
  model Both
    extends First;
    extends Second;
  end Both;
  model M
    inner Data data;
    Both b(l = 3);
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   parameter Real data.g = 9.8;
//|   parameter Real b.l(unit = "m") = 3.0 "length";
//|   parameter Integer b.n = 2;
//|   Real b.x[1](unit = "m", start = 1.0);
//|   Real b.x[2](unit = "m", start = 1.0);
//| equation
//|   b.x[1] = data.g*b.l;
//|   b.x[2] = data.g*b.l;
//| end P.M;
