// run: simulate -m P.M -o {scratch}/r.csv --quiet --stop-time 1
package P "Selective extension (MLS 7.4)"
  connector Node
    Real v;
    flow Real i;
  end Node;
  model Source
    parameter Real v = 1;
    Node n;
  equation
    n.v = v;
  end Source;
  model Load
    Node n;
  equation
    n.i = n.v;
  end Load;
  model Base
    Source source;
    Load load, other;
  equation
    connect(source.n, load.n);
    connect(other.n, load.n);
  end Base;
  model Between
    extends Base;
  end Between;
  model Replaced
    extends Between(break source, break other);
    Source source(v = 5);
  equation
    connect(load.n, source.n);
  end Replaced;
  model Apart
    extends Between(break connect(load.n, other.n));
    Source second(v = 3);
  equation
    connect(second.n, other.n);
  end Apart;
  model M
    Replaced r;
    Apart a;
  equation
    assert(abs(r.load.n.v - 5) < 1e-9, "another source in the place of the first");
    assert(abs(a.load.n.v - 1) < 1e-9 and abs(a.other.n.v - 3) < 1e-9, "two circuits");
  end M;
end P;
