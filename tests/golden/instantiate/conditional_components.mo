// run: dump --ir=flat -m P.M
package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    Pin p;
    parameter Real R = 1;
  equation
    p.v = R*p.i;
  end Resistor;
  model M "What is absent takes its connections along"
    parameter Boolean present = true;
    Resistor one if present;
    Resistor two(R = 2) if not present;
    Resistor three(R = 3);
  equation
    connect(three.p, one.p);
    connect(two.p, three.p);
  end M;
end P;
