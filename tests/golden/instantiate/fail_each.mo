// run: check -m P.M
package P
  model Leg
    parameter Real load = 2;
  end Leg;
  model Legs
    Leg leg[2];
    // error: `each` stands before `start`, a modifier of what is no array [ModifierSizeMismatch]
    //          ^
    Real x(each start = 1);
  equation
    der(x) = 1;
  end Legs;
  model Base
    // error: `each` stands before `load`, a modifier of what is no array [ModifierSizeMismatch]
    //               ^
    extends Leg(each load = 4);
  end Base;
  model M
    // error: `each` stands before `load`, a modifier of what is no array [ModifierSizeMismatch]
    //           ^
    Leg one(each load = 3);
    // error: the modifier has 3 elements, the component array has 2 [ModifierSizeMismatch]
    //         ^
    Leg two[2](load = {1, 2, 3});
    // error: the modifier has 1 element, the component array has 2 [ModifierSizeMismatch]
    //           ^
    Leg three[2](load = fill(1, 1));
    Base base;
    Legs legs(leg(each load = 1));
  end M;
end P;
