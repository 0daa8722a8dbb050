// run: dump --ir=flat
model M
  connector RealInput = input Real;
  connector RealOutput = output Real;
  block Gain
    RealInput u;
    RealOutput y;
    parameter Real k = 2;
  equation
    y = k*u;
  end Gain;
  RealInput u;
  Gain first, second(k = 3);
  RealOutput y;
equation
  connect(u, first.u);
  connect(first.y, second.u);
  connect(second.y, y);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   input Real u;
//|   Real first.u;
//|   Real first.y;
//|   parameter Real first.k = 2.0;
//|   Real second.u;
//|   Real second.y;
//|   parameter Real second.k = 3.0;
//|   output Real y;
//| equation
//|   first.y = first.k*first.u;
//|   second.y = second.k*second.u;
//|   u = first.u;
//|   first.y = second.u;
//|   second.y = y;
//| end M;
