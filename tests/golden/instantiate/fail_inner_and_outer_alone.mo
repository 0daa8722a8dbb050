// run: check
package P
  partial model World
    parameter Real g = 9.81;
  end World;
  model M "the inner world is for what is inside; the outer one is missing"
    // error: no enclosing component declares `inner world` [MissingInner]
    //                ^
    // error: `P.World` is partial and cannot be the class of the component `world` [PartialClass]
    //          ^
    inner outer World world(g = 1);
    Real x = world.g;
  end M;
end P;
