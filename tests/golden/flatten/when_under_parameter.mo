// run: dump --ir=flat
model M "The branch with the when-equation is chosen before anything runs (MLS 8.3.5.1)"
  parameter Boolean sampled = true;
  parameter Integer n = 2;
  discrete Real y(start = 0, fixed = true);
  discrete Real z(start = 0, fixed = true);
equation
  if sampled then
    when sample(0, 0.1) then
      y = time;
    end when;
  else
    y = 1;
  end if;
  if n == 1 then
    z = 1;
  elseif n == 2 then
    if sampled then
      when time > 0.5 then
        z = 2;
      end when;
    end if;
  else
    when time > 0.7 then
      z = 3;
    end when;
  end if;
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Boolean sampled = true;
//|   parameter Integer n = 2;
//|   discrete Real y(start = 0.0, fixed = true);
//|   discrete Real z(start = 0.0, fixed = true);
//| equation
//|   when sample(0.0, 0.1) then
//|     y = time;
//|   end when;
//|   when time > 0.5 then
//|     z = 2.0;
//|   end when;
//| end M;
