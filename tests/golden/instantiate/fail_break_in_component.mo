// run: check -m P.M
package P
  model Base
    Real x = 1;
  end Base;
  model M "`break` is for modifiers of base classes (MLS 4.7, 7.2.7)"
    // error: `break` takes away the equation of `x` in a component, which needs it [ModelUnbalanced]
    //        ^
    Base base(x = break);
  equation
    base.x = 2;
  end M;
end P;
