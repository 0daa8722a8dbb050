// run: check -m P.M
package P
  connector Node
    Real v;
    flow Real i;
  end Node;
  model Feed
    Node n;
  equation
    n.v = 1;
  end Feed;
  model Panel
    Feed feed;
    Node out;
  equation
    connect(feed.n, out);
  end Panel;
  model Bus
    Node a, b;
  equation
    a.v = 1;
    b.i = 0;
  end Bus;
  model Jumper
    outer Bus bus;
  equation
    connect(bus.a, bus.b);
  end Jumper;
  model M
    Panel panel;
    Feed load;
    inner Bus bus;
    Jumper jumper;
  equation
    connect(panel.feed.n, load.n);
  end M;
end P;
