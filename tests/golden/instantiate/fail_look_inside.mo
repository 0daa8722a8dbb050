// run: check -m P.M
package P
  model Cabinet
    Real width = 2;
    constant Real height = 3;
    record Drawer
      Real depth = 3;
    end Drawer;
    encapsulated record Key
      Real length = 1;
    end Key;
    function f
      input Real u;
      output Real y = u;
    algorithm
    end f;
  end Cabinet;
  model M "In what is no package only encapsulated elements are found (MLS 5.3.2)"
    // error: `Drawer` cannot be named through `P.Cabinet`, which is a model, no package [LookInsideClass]
    //      ^
    Cabinet.Drawer d;
    Cabinet.Key key;
    // error: `f` cannot be named through `P.Cabinet`, which is a model, no package [LookInsideClass]
    //               ^
    // error: `height` cannot be named through `P.Cabinet`, which is a model, no package [LookInsideClass]
    //                         ^
    Real y = Cabinet.f(Cabinet.height);
  end M;
end P;
