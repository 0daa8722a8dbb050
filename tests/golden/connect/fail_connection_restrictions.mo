// run: check -m P.M
package P
  connector In = input Real;
  connector Out = output Real;
  block Source
    // error: `source.y` is connected with more than one connector, which its annotation `mayOnlyConnectOnce` does not allow [ConnectionRestriction]
    //  ^
    Out y = time annotation(mayOnlyConnectOnce = "use a splitter");
  end Source;
  block Sink
    // error: `third.u` is not connected, and its annotation `mustBeConnected` asks for it [ConnectionRestriction]
    // ^
    In u annotation(mustBeConnected = "the sink needs a signal");
  end Sink;
  model M "What connectors ask of their connections (MLS 18.5)"
    Source source;
    Sink first;
    Sink second;
    Sink third(u = 1);
  equation
    connect(source.y, first.u);
    connect(source.y, second.u);
  end M;
end P;
