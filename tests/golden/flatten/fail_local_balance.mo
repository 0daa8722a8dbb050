// run: check -m P.M
package P
  connector Node
    Real v;
    flow Real i;
  end Node;
  model Few
    Real x, y;
  equation
    x = 1;
  end Few;
  model Many
    input Real u;
    Real z;
  equation
    z = 2;
    u = 4;
  end Many;
  model Open
    Node n;
  end Open;
  model Full
    Node n;
    // error: the component `full.open` has 0 equations for 1 unknown of its own [ModelUnbalanced]
    //   ^
    Open open;
  equation
    n.i = 1;
    connect(n, open.n);
  end Full;
  model M
    // error: the component `few` has 1 equation for 2 unknowns of its own [ModelUnbalanced]
    //  ^
    Few few;
    // error: the component `many` has 2 equations for 1 unknown of its own [ModelUnbalanced]
    //   ^
    Many many(u = few.y);
    Full full;
  end M;
end P;
