// run: dump --ir=flat -m P.M
package P
  model World
    parameter Real g = 9.81;
  end World;
  model Ball
    outer World world;
    Real a = -world.g;
  end Ball;
  model Room "the modification is of the inner world, the name stands for the outer one (MLS 5.4)"
    parameter Boolean own = true;
    inner outer World world(g = world.g/2);
    Real outside = world.g;
    Ball ball;
  end Room;
  model House
    extends Room;
    Room room[2];
  end House;
  model M
    inner World world(g = 8);
    House house;
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   parameter Real world.g = 8.0;
//|   parameter Boolean house.own = true;
//|   parameter Real house.world.g = world.g/2.0;
//|   Real house.outside;
//|   Real house.ball.a;
//|   parameter Boolean house.room[1].own = true;
//|   parameter Real house.room[1].world.g = house.world.g/2.0;
//|   Real house.room[1].outside;
//|   Real house.room[1].ball.a;
//|   parameter Boolean house.room[2].own = true;
//|   parameter Real house.room[2].world.g = house.world.g/2.0;
//|   Real house.room[2].outside;
//|   Real house.room[2].ball.a;
//| equation
//|   house.outside = world.g;
//|   house.ball.a = -house.world.g;
//|   house.room[1].outside = house.world.g;
//|   house.room[1].ball.a = -house.room[1].world.g;
//|   house.room[2].outside = house.world.g;
//|   house.room[2].ball.a = -house.room[2].world.g;
//| end P.M;
