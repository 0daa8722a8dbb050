// run: check -m P.M
package P
  function F
    input String name;
    output Real y;
  external "C" y = f(name);
  end F;
  model M "A String that changes in a when-clause is not made of literals, String(x), + and if"
    String s;
    // error: the String `name` of `P.F` must be known at compile time [NotConstant]
    //         ^
    Real x = F("at " + s);
  equation
    when time > 1 then
      s = "late";
    end when;
  end M;
end P;
