// run: check -m P.M
package P
  record Base
    Real a = 1;
  end Base;
  record More
    extends Base;
    Real b = 2;
  end More;
  connector In = input Real;
  block Gate
    In u;
    Real y = u;
  end Gate;
  model Room
    // error: the outer component `ambient` cannot be modified or given a value [OuterModified]
    //                             ^
    outer parameter Real ambient = 300;
    outer Real wind[2];
    outer Real level;
    outer Base world;
    Real loss = ambient + wind[1] + level + world.a;
    // error: the outer component `world` is declared with the class `Base`, which has no component `b` [UnknownMember]
    //                ^
    Real look = world.b;
  end Room;
  model M
    inner parameter Real ambient = 290;
    // error: the inner component `wind` has the size 3, the outer one 2 [InnerIncompatible]
    //         ^
    inner Real wind[3] = {1, 2, 3};
    // error: the inner component `level` does not fit the outer one: `level` is of type `Boolean`, in the outer declaration it is of type `Real` [InnerIncompatible]
    //            ^
    inner Boolean level = true;
    inner More world;
    // error: the inner component `gate` has the input connector `u`, which it cannot (MLS 4.7) [InnerIncompatible]
    //         ^
    inner Gate gate(u = 1);
    Room room;
  end M;
end P;
