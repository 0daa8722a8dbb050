// run: check -m P.M
package P
  record Direction
    Real c, s;
    function equalityConstraint
      input Direction d1, d2;
      output Real residue[1] = {d1.s*d2.c - d1.c*d2.s};
    algorithm
    end equalityConstraint;
  end Direction;
  connector Frame
    Direction d;
    flow Real t;
  end Frame;
  model Root
    Frame a;
  equation
    // error: two roots, `r1.a.d` and `r2.a.d`, are joined by required branches [ConnectionGraph]
    Connections.root(a.d);
    a.d.c = 1;
    a.d.s = 0;
  end Root;
  model M
    Root r1, r2;
    Frame f[4];
    // error: `f[1].d` must be the first argument of one `Connections.branch` to ask whether it is rooted; it is that of several [ConnectionGraph]
    //           ^
    Boolean b1 = Connections.rooted(f[1].d);
    // error: `f[4].d` must be the first argument of one `Connections.branch` to ask whether it is rooted; it is that of none [ConnectionGraph]
    //           ^
    Boolean b2 = Connections.rooted(f[4].d);
  equation
    Connections.branch(f[1].d, f[2].d);
    Connections.branch(f[1].d, f[3].d);
    // error: required branches lead from `f[2].d` to `f[3].d` on two ways [ConnectionGraph]
    Connections.branch(f[2].d, f[3].d);
    Connections.branch(r1.a.d, r2.a.d);
    // error: `Connections.isRoot` follows from the connections, so no connection can depend on it [ConnectionGraph]
    // ^
    if Connections.isRoot(f[1].d) then
      connect(f[1], r1.a);
    end if;
    // error: the two sides of `Connections.branch` have different dimensions [ConnectionGraph]
    Connections.branch(f.d, f[1:2].d);
  end M;
end P;
