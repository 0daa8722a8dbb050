// run: dump --ir=flat
model M "out of range it stops with a message"
  parameter Real x[3] = {1, 4, 9};
  Integer k = if time > 1 then 1 else 2;
  Real y = x[k];
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| function $subscript1
//|   input Integer i;
//|   output Real element;
//| algorithm
//|   assert(i >= 1 and i <= 3, "a subscript is out of range 1:3 (MLS 10.5)");
//|   element := 0.0;
//| end $subscript1;
//| model M
//|   parameter Real x[1] = 1.0;
//|   parameter Real x[2] = 4.0;
//|   parameter Real x[3] = 9.0;
//|   Integer k;
//|   Real y;
//| equation
//|   k = if time > 1.0 then 1 else 2;
//|   y = if k >= 1 and k <= 3 then if k <= 2 then if k <= 1 then x[1] else x[2] else x[3] else $subscript1(k);
//| end M;
