// run: dump --ir=flat -m P.M
// stderr: hint: Drag a World into the model.
package P
  model World
    parameter Real g = 9.81;
    annotation(missingInnerMessage = "Drag a World into the model.");
  end World;
  model Ball
    outer World world;
    Real a = -world.g;
  end Ball;
  model M "A default world is added, with the words of its class"
    Ball ball;
  end M;
end P;
