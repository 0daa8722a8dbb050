// run: check -m P.M
package P
  function twice
    input Real x;
    output Real y = 2*x;
  algorithm
  end twice;
  model World
    function weight = twice;
    Real h = 1;
  end World;
  model M
    World world, worlds[2];
    // error: `world` has no function `wieght` [NotAFunction]
    //             ^
    Real a = world.wieght(1);
    // error: `h` has no functions that could be called [NotAFunction]
    //       ^
    Real b = world.h.weight(1);
    Real c = worlds[1].weight(1);
    // error: `world` is a component, not a function [NotAFunction]
    //       ^
    Real d = world(1);
  end M;
end P;
