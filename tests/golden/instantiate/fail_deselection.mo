// run: check -m P.M
package P
  connector Node
    Real v;
    flow Real i;
  end Node;
  model Part
    Node n;
  equation
    n.v = 1;
  end Part;
  model Base
    Part a, b;
    Real x = 1;
  equation
    connect(a.n, b.n);
  end Base;
  model M
    // error: `P.Base` has no element `c` to leave out [Deselection]
    //                 ^
    // error: `P.Base` has no connect of `a.n` with `a.n` to leave out [Deselection]
    //                    ^
    extends Base(break c, break connect(a.n, a.n));
  end M;
end P;
