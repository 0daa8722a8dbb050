// run: check -m P.M
package P
  record Oil
    Real nu = 1;
  end Oil;
  record Thick
    extends Oil(nu = 5);
  end Thick;
  model Base
    replaceable Oil oil;
    final replaceable Oil fixed;
    replaceable constant Integer links = 2;
    replaceable Oil shown;
    replaceable model Law
      Real f = 1;
    end Law;
    model Rule
      Real f = 1;
    end Rule;
  protected
    replaceable Oil hidden;
  end Base;
  model Cold
    extends Base(redeclare Thick oil);
  end Cold;
  model ByModifier "A final element, a constant, twice without `replaceable` (MLS 7.3.3)"
    // error: `fixed` is final and must not be redeclared [ModifierOfFinal]
    //     ^
    // error: `links` is a constant and cannot be redeclared [ConstantRedeclared]
    //                            ^
    Base a(redeclare Thick fixed, redeclare constant Integer links = 3);
    // error: component `oil` is not replaceable [NotReplaceable]
    //     ^
    Cold b(redeclare Oil oil);
  end ByModifier;
  model ByElement
    extends Base(redeclare model Law = Other);
    model Other
      Real f = 3;
    end Other;
    // error: `fixed` is final and must not be redeclared [ModifierOfFinal]
    //              ^
    redeclare Thick fixed;
    // error: the redeclaration of `oil` cannot have a condition [RedeclaredCondition]
    //                     ^
    redeclare Thick oil if true;
    // error: `Law` is redeclared twice: as an element and in the extends-clause [DuplicateModifier]
    //              ^
    redeclare model Law
      Real f = 2;
    end Law;
    // error: class `Rule` is not replaceable [NotReplaceable]
    //                      ^
    redeclare model extends Rule
      Real g = 2;
    end Rule;
    // error: `hidden` is protected and cannot be redeclared as public [RedeclaredVisibility]
    //              ^
    redeclare Thick hidden;
    // error: `ByElement` inherits no `Missing` that could be redeclared [NothingToRedeclare]
    //              ^
    redeclare model Missing
      Real f = 2;
    end Missing;
  protected
    // error: `shown` is public and cannot be redeclared as protected [RedeclaredVisibility]
    //              ^
    redeclare Thick shown;
  end ByElement;
  model M
    ByModifier m;
    ByElement e;
  end M;
end P;
