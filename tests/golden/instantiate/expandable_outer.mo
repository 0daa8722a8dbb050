// run: dump --ir=flat -m M
connector RealOutput = output Real;
connector RealInput = input Real;
expandable connector Bus
  Real b;
end Bus;
block Clock
  RealOutput y = time;
end Clock;
block Sink
  RealInput u;
  Real twice = 2*u;
end Sink;
model Source
  outer Bus bus;
  Clock clock;
equation
  connect(clock.y, bus.a);
end Source;
model User
  outer Bus bus;
  Sink sink;
equation
  connect(bus.a, sink.u);
end User;
model M
  inner Bus bus;
  Source source;
  User user[2];
  parameter Real k = 2;
  Real read = k*bus.b;
  Clock clock;
equation
  connect(clock.y, bus.b);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   output Real bus.b;
//|   Real bus.a;
//|   Real source.clock.y;
//|   Real user[1].sink.u;
//|   Real user[1].sink.twice;
//|   Real user[2].sink.u;
//|   Real user[2].sink.twice;
//|   parameter Real k = 2.0;
//|   Real read;
//|   Real clock.y;
//| equation
//|   source.clock.y = time;
//|   user[1].sink.twice = 2.0*user[1].sink.u;
//|   user[2].sink.twice = 2.0*user[2].sink.u;
//|   read = k*bus.b;
//|   clock.y = time;
//|   bus.b = clock.y;
//|   bus.a = source.clock.y;
//|   bus.a = user[1].sink.u;
//|   bus.a = user[2].sink.u;
//| end M;
