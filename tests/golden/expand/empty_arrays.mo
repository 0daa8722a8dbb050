// run: dump --ir=flat
// An array without elements: members of it as arguments, and an element that is chosen during the simulation.
model EmptyArrays
  connector Port
    Real p;
    flow Real m;
  end Port;
  function positive
    input Real x;
    output Real y;
  algorithm
    y := max(x, 0);
  end positive;
  parameter Integer n = 0;
  Port ports[n];
  Real table[n];
  Integer k = integer(time);
  Real y = sum(positive(ports.m));
  Real z = if k == 0 then 5 else table[k];
equation
  for i in 1:n loop
    ports[i].p = 0;
    table[i] = i;
  end for;
end EmptyArrays;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function $subscript1
//|   input Integer i;
//|   output Real element;
//| algorithm
//|   assert(i >= 1 and i <= 0, "a subscript is out of range 1:0 (MLS 10.5)");
//|   element := 0.0;
//| end $subscript1;
//| model EmptyArrays
//|   parameter Integer n = 0;
//|   Integer k;
//|   Real y;
//|   Real z;
//| equation
//|   k = integer(time);
//|   y = 0.0;
//|   z = if k == 0 then 5.0 else $subscript1(k);
//| end EmptyArrays;
