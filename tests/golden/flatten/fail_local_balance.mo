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
    Open open;
  equation
    n.i = 1;
    connect(n, open.n);
  end Full;
  model M
    Few few;
    Many many(u = few.y);
    Full full;
  end M;
end P;
