// run: dump --ir=flat
model M
  parameter Boolean fast = true;
  parameter Integer n = 1;
  Real x;
  Real y[n];
equation
  if fast then
    x = 1;
  else
    x = time;
  end if;
  if n > 1 then
    y[2] = 1;
    y[1] = 2;
  else
    y[1] = time;
  end if;
  assert(x < 5, "too large", AssertionLevel.warning);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Boolean fast = true;
//|   parameter Integer n = 1;
//|   Real x;
//|   Real y[1];
//| equation
//|   if fast then
//|     x = 1.0;
//|   else
//|     x = time;
//|   end if;
//|   y[1] = time;
//|   assert(x < 5.0, "too large", AssertionLevel.warning);
//| end M;
