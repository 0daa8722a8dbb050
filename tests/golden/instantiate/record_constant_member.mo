// run: dump --ir=flat
model M
  record Data
    constant String kind = "data";
    parameter Real x = 1;
  end Data;
  parameter Integer n = 2;
  parameter Data all[2](x = {3, 4});
  parameter Data one = all[n];
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Integer n = 2;
//|   constant String all[1].kind = "data";
//|   parameter Real all[1].x = 3.0;
//|   constant String all[2].kind = "data";
//|   parameter Real all[2].x = 4.0;
//|   constant String one.kind = "data";
//|   parameter Real one.x = all[2].x;
//| end M;
