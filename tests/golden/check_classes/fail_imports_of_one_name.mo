// run: check -m P.M
package P
  package West
    constant Real mu = 0.1;
    constant Real nu = 0.1;
  end West;
  package East
    constant Real mu = 0.2;
  end East;
  model M
    import L = P.West;
    // error: two imports of this class give the name `L` [ImportTwice]
    //     ^
    import L = P.East;
    import P.West.mu;
    // error: two imports of this class give the name `mu` [ImportTwice]
    //             ^
    import P.East.{mu};
    Real f = L.mu;
  end M;
end P;
