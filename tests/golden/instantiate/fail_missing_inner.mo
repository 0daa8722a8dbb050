// run: check
package P
  partial model World
    parameter Real g = 9.81;
  end World;
  model M
// error: no enclosing component declares `inner world` [MissingInner]
    outer World world;
    Real x = world.g;
  end M;
end P;
