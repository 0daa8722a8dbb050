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
    Base a(redeclare Thick fixed, redeclare constant Integer links = 3);
    Cold b(redeclare Oil oil);
  end ByModifier;
  model ByElement
    extends Base(redeclare model Law = Other);
    model Other
      Real f = 3;
    end Other;
    redeclare Thick fixed;
    redeclare Thick oil if true;
    redeclare model Law
      Real f = 2;
    end Law;
    redeclare model extends Rule
      Real g = 2;
    end Rule;
    redeclare Thick hidden;
    redeclare model Missing
      Real f = 2;
    end Missing;
  protected
    redeclare Thick shown;
  end ByElement;
  model M
    ByModifier m;
    ByElement e;
  end M;
end P;
