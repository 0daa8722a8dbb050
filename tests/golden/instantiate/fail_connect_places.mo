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
    // error: `bus.a` and `bus.b` both belong to outer components, which cannot be connected with each other [ConnectIncompatible]
    connect(bus.a, bus.b);
  end Jumper;
  model M
    Panel panel;
    Feed load;
    inner Bus bus;
    Jumper jumper;
  equation
    // error: `panel.feed.n` is inside of the component `panel`: connect reaches connectors of this class and of its components only [ConnectNotConnector]
    //      ^
    connect(panel.feed.n, load.n);
  end M;
end P;
