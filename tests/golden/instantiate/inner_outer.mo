// run: dump --ir=flat -m P.M
package P
  model World
    parameter Real g = 9.81;
  end World;
  model Ball
    outer World world;
    Real a = -world.g;
  end Ball;
  model Room
    inner World world(g = 1.62);
    Ball ball;
  end Room;
  model M "Each outer is the innermost inner around it"
    inner World world;
    Ball ball;
    Room room;
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   parameter Real world.g = 9.81;
//|   Real ball.a;
//|   parameter Real room.world.g = 1.62;
//|   Real room.ball.a;
//| equation
//|   ball.a = -world.g;
//|   room.ball.a = -room.world.g;
//| end P.M;
