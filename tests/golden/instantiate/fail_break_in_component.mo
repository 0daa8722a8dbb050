// run: check -m P.M
package P
  model Base
    Real x = 1;
  end Base;
  model M "`break` is for modifiers of base classes (MLS 4.7, 7.2.7)"
    Base base(x = break);
  equation
    base.x = 2;
  end M;
end P;
