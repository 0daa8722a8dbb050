// run: check -m P.M
package P
  function F
    input String name;
    output Real y;
  external "C" y = f(name);
  end F;
  model M
    Integer k = integer(time);
    // error: the String `name` of `P.F` must be known at compile time [NotConstant]
    Real x = F(String(k));
  end M;
end P;
