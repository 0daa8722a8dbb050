// run: check
model OutputsOfParallelStates
  connector IntegerInput = input Integer;
  connector IntegerOutput = output Integer;
  block S
    IntegerOutput y(start = 0);
  equation
    y = previous(y) + 1;
  end S;
  block Sink
    IntegerInput u;
  end Sink;
  S a, b;
  Sink sink;
equation
  initialState(a);
  initialState(b);
  connect(a.y, sink.u);
  // error: two sources drive one signal: `a.y` and `b.y` [ConnectIncompatible]
  connect(b.y, sink.u);
end OutputsOfParallelStates;
