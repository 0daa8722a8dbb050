// run: check -m P.M
package P
  connector In = input Real;
  connector Out = output Real;
  block Source
    Out y = time annotation(mayOnlyConnectOnce = "use a splitter");
  end Source;
  block Sink
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
