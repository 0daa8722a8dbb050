// run: check -m Passage
connector Port
  Real p;
  flow Real m_flow;
  stream Real h_outflow;
end Port;
// What flows in is something: alone, each enthalpy would be the other one.
model Passage
  Port a, b;
equation
  a.m_flow + b.m_flow = 0;
  a.m_flow = a.p - b.p;
  a.h_outflow = inStream(b.h_outflow);
  // note: `Passage` is a sound component, but cannot be simulated alone: model `Passage` is singular: it has 3 equations for 1 unknown, and 1 equation for 3 unknowns [ComponentAlone]
  b.h_outflow = inStream(a.h_outflow);
end Passage;
