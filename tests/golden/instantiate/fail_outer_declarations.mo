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
    outer parameter Real ambient = 300;
    outer Real wind[2];
    outer Real level;
    outer Base world;
    Real loss = ambient + wind[1] + level + world.a;
    Real look = world.b;
  end Room;
  model M
    inner parameter Real ambient = 290;
    inner Real wind[3] = {1, 2, 3};
    inner Boolean level = true;
    inner More world;
    inner Gate gate(u = 1);
    Room room;
  end M;
end P;
