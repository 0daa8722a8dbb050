// run: check -m P.M
package P
  record Base
    Real a = 1;
  end Base;
  record More
    extends Base;
    Real b = 2;
  end More;
  model Room
    outer parameter Real ambient;
    outer Real wind[:];
    outer Base world;
    package Law
      outer constant Real g;
    end Law;
    outer function f = Curve;
    Real loss = ambient + wind[3] + world.a + Law.g + f(2);
  end Room;
  partial function Curve
    input Real u;
    output Real y;
  end Curve;
  function Double
    extends Curve;
  algorithm
    y := 2*u;
  end Double;
  model Site
    inner constant Real ambient = 290;
    inner Real wind[3] = {1, 2, 3};
    inner More world;
    inner constant Real g = 9.5;
    inner function f = Double;
    Room room;
  end Site;
  model M
    Site site;
  equation
    assert(abs(site.room.loss - 307.5) < 1e-9, "loss");
  end M;
end P;
