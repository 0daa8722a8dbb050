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
  model M "The legal twin of fail_connection_restrictions"
    Source source;
    Sink first;
  equation
    connect(source.y, first.u);
  end M;
end P;
