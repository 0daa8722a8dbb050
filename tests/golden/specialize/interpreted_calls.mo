// run: dump --ir=flat -m P.M
package P
  function positive "the positive elements, and how many: a size that the algorithm finds out"
    input Real u[:];
    output Real y[:];
    output Integer n = 0;
  algorithm
    for x in u loop
      if x > 0 then
        n := n + 1;
      end if;
    end for;
    y := fill(0, 0);
    for x in u loop
      if x > 0 then
        y := cat(1, y, {x});
      end if;
    end for;
  end positive;
  function scaled
    input Real x;
    output Real y;
  protected
    Real a[2] = {1, -1};
    Real b[4] = cat(1, a, 2*a);
    Real c[2];
    Integer n;
  algorithm
    (c, n) := positive(b);
    y := x*(c[1] + c[2])/n;
  end scaled;
  model M "what cannot be compiled is interpreted where all arguments are known, those of declarations that are kept, too"
    Real y = scaled(time);
    parameter Real p[:] = positive({-1, 3, 4});
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function P.scaled
//|   input Real x;
//|   output Real y;
//| protected
//|   Real a[1];
//|   Real a[2];
//|   Real b[1];
//|   Real b[2];
//|   Real b[3];
//|   Real b[4];
//|   Real c[1];
//|   Real c[2];
//|   Integer n;
//| algorithm
//|   a[1] := 1.0;
//|   a[2] := -1.0;
//|   b[1] := a[1];
//|   b[2] := a[2];
//|   b[3] := 2.0*a[1];
//|   b[4] := 2.0*a[2];
//|   c[1] := 1.0;
//|   c[2] := 2.0;
//|   n := 2;
//|   y := x*(c[1] + c[2])/n;
//| end P.scaled;
//| model P.M
//|   Real y;
//|   parameter Real p[1] = 3.0;
//|   parameter Real p[2] = 4.0;
//| equation
//|   y = P.scaled(time);
//| end P.M;
