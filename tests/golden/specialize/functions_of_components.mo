// run: dump --ir=flat -m P.M
package P "Functions that are called through components know the component's parameters (MLS 5.3.2)"
  function scaled
    input Real x;
    input Real factor;
    output Real y = factor*x;
  algorithm
    annotation(Inline = true);
  end scaled;
  model World
    parameter Real g = 9.81;
    replaceable function weight = scaled(factor = g);
  end World;
  model Body
    outer World world;
    Real f = world.weight(time);
  end Body;
  model M
    inner World world(g = 1.62);
    World mars(g = 3.71);
    Body body;
    Real f = mars.weight(factor = 2, x = time);
    Real h = mars.weight(time);
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function P.scaled
//|   input Real x;
//|   input Real factor;
//|   output Real y;
//| algorithm
//|   y := factor*x;
//| end P.scaled;
//| function P.scaled
//|   input Real x;
//|   input Real factor;
//|   output Real y;
//| algorithm
//|   y := factor*x;
//| end P.scaled;
//| model P.M
//|   parameter Real world.g = 1.62;
//|   parameter Real mars.g = 3.71;
//|   Real body.f;
//|   Real f;
//|   Real h;
//| equation
//|   body.f = P.scaled(time, world.g);
//|   f = P.scaled(time, 2.0);
//|   h = P.scaled(time, mars.g);
//| end P.M;
