// run: dump --ir=flat
model M "Sizes in branches that parameters rule out (MLS 3.6.5, 8.3.4)"
  parameter Boolean rows = true;
  parameter Integer n = 0;
  parameter Real u[2, 3] = [1, 2, 3; 4, 5, 6];
  Real y[if rows then 2 else 3];
  Real v[n];
  Real w[2] = if rows then y else y + {1, 2, 3};
  Real z[2];
equation
  if rows then
    y = {max(u[i, :]) for i in 1:2};
  else
    y = {max(u[:, i]) for i in 1:3};
  end if;
  if n > 0 then
    v = {time};
  end if;
algorithm
  if n == 0 then
    z := y;
  else
    z := v*u;
  end if;
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Boolean rows = true;
//|   parameter Integer n = 0;
//|   parameter Real u[1,1] = 1.0;
//|   parameter Real u[1,2] = 2.0;
//|   parameter Real u[1,3] = 3.0;
//|   parameter Real u[2,1] = 4.0;
//|   parameter Real u[2,2] = 5.0;
//|   parameter Real u[2,3] = 6.0;
//|   Real y[1];
//|   Real y[2];
//|   Real w[1];
//|   Real w[2];
//|   Real z[1];
//|   Real z[2];
//| equation
//|   w[1] = y[1];
//|   w[2] = y[2];
//|   y[1] = max(max(u[1,1], u[1,2]), u[1,3]);
//|   y[2] = max(max(u[2,1], u[2,2]), u[2,3]);
//|   z[1] = y[1];
//|   z[2] = y[2];
//| end M;
