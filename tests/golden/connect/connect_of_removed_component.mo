// run: simulate -m P.M -o {scratch}/r.csv --quiet --stop-time 1
package P
  connector Node
    Real T;
    flow Real Q;
  end Node;
  model Source
    parameter Real power = 10;
    Node n;
  equation
    n.Q = -power;
  end Source;
  model Strong
    extends Source(power = 1000);
  end Strong;
  model Wall
    Node n;
  equation
    n.Q = 2*n.T;
  end Wall;
  model Frame
    parameter Boolean boost = false;
    replaceable Source extra if boost;
    Node n;
  equation
    connect(extra.n, n);
  end Frame;
  model M "Nothing flows through a connector whose partner inside is not there (MLS 4.4.5)"
    Frame f(redeclare Strong extra);
    Source base;
    Wall wall;
  equation
    connect(f.n, wall.n);
    connect(base.n, wall.n);
    assert(abs(wall.n.T - 5) < 1e-6, "T");
  end M;
end P;
