// run: check -m P.M
package P
  model Leg
    parameter Real load = 2;
  end Leg;
  model Legs
    Leg leg[2];
    Real x(each start = 1);
    Real z[2](start = 1, each fixed = true);
  equation
    der(x) = 1;
    der(z) = {1, 1};
  end Legs;
  model Base
    extends Leg(each load = 4);
  end Base;
  model M
    Leg one(each load = 3);
    Leg two[2](load = {1, 2, 3});
    Leg three[2](load = fill(1, 1));
    Base base;
    Legs legs(leg(each load = 1));
  end M;
end P;
