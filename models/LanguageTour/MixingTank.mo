within LanguageTour;
model MixingTank "Streams: two feeds meet before a tank, and one of them turns over"
  connector Port
    Real p(unit = "Pa");
    flow Real m_flow(unit = "kg/s");
    stream Real h_outflow(unit = "J/kg");
  end Port;

  model Feed "Gives a mass flow of a known enthalpy, or takes one"
    Port port;
    input Real m_flow(unit = "kg/s");
    parameter Real h(unit = "J/kg");
    Real taken(unit = "J/kg") = inStream(port.h_outflow) "enthalpy of what would flow in";
  equation
    port.m_flow = -m_flow;
    port.h_outflow = h;
  end Feed;

  model Tank "Well mixed"
    Port port;
    Real M(unit = "kg", start = 1, fixed = true);
    Real H(unit = "J", start = 0, fixed = true);
    Real h(unit = "J/kg") = H/M;
  equation
    port.p = 1e5;
    port.h_outflow = h;
    der(M) = port.m_flow;
    der(H) = port.m_flow*actualStream(port.h_outflow);
  end Tank;

  model Line "A piece of pipe as a component of its own: its connector passes on what flows inside"
    Port a, b;
  equation
    connect(a, b);
  end Line;

  Feed first(h = 10, m_flow = if time < 1 then 1 else -1);
  Feed second(h = 20, m_flow = 2);
  Line line;
  Tank tank;
equation
  connect(first.port, line.a);
  connect(second.port, line.a);
  connect(line.b, tank.port);
  annotation(experiment(StopTime = 2, Interval = 0.02, Tolerance = 1e-8));
end MixingTank;
