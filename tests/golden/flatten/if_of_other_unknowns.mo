// run: dump --ir=flat
model M "The first choice is part of the structure, the second, over the same unknowns, is not (MLS 8.3.4)"
  parameter Boolean exact = true;
  Real w;
  Real a;
  Real y;
equation
  if exact then
    w = time;
    a = 0;
  else
    a = der(w);
    a = time - w;
  end if;
  if exact then
    y = w;
  else
    y = 2*w;
  end if;
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Boolean exact = true;
//|   Real w;
//|   Real a;
//|   Real y;
//| equation
//|   w = time;
//|   a = 0.0;
//|   if exact then
//|     y = w;
//|   else
//|     y = 2.0*w;
//|   end if;
//| end M;
