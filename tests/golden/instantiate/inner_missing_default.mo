// run: dump --ir=flat -m P.M
// stderr: hint: Drag a World into the model.
package P
  model World
    parameter Real g = 9.81;
    annotation(missingInnerMessage = "Drag a World into the model.");
  end World;
  model Ball
    // warning: no enclosing component declares `inner world`; a default `world` is added to the model (MLS 5.4) [MissingInner]
    //          ^
    outer World world;
    Real a = -world.g;
  end Ball;
  model Box
    Ball ball;
  end Box;
  model M "A default world is added for all, with the words of its class"
    Ball ball;
    Ball balls[2];
    Box box;
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   Real ball.a;
//|   Real balls[1].a;
//|   Real balls[2].a;
//|   Real box.ball.a;
//|   parameter Real world.g = 9.81;
//| equation
//|   ball.a = -world.g;
//|   balls[1].a = -world.g;
//|   balls[2].a = -world.g;
//|   box.ball.a = -world.g;
//| end P.M;
