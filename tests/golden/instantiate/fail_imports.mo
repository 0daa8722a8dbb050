// run: check -m P.M
package P
  package West
    constant Real mu = 0.1;
  end West;
  package East
    constant Real mu = 0.2;
    constant Real nu = 0.3;
  end East;
  model Box
    Real count = 3;
    encapsulated record Screw
      Real pitch = 2;
    end Screw;
  end Box;
  model M
    import P.West.*;
    // error: `mu` is found through two unqualified imports of `P.M` [AmbiguousImport]
    //     ^
    import P.East.*;
    // error: nothing can be imported from `P.Box`, which is a model, no package [ImportFromClass]
    //     ^
    import P.Box.*;
    // error: nothing can be imported from `P.Box`, which is a model, no package [ImportFromClass]
    //               ^
    import S = P.Box.Screw;
    Real f = mu;
    Real g = nu;
    Screw s;
    S t;
  end M;
end P;
