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
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   parameter Boolean present = true;
//|   Real one.p.v;
//|   flow Real one.p.i;
//|   parameter Real one.R = 1.0;
//|   Real three.p.v;
//|   flow Real three.p.i;
//|   parameter Real three.R = 3.0;
//| equation
//|   one.p.v = one.R*one.p.i;
//|   three.p.v = three.R*three.p.i;
//|   one.p.v = three.p.v;
//|   one.p.i + three.p.i = 0.0;
//| end P.M;
