// run: dump --ir=flat -m M
model M
  record Data
    parameter Real table[:] = {1};
    parameter Boolean isShort = true;
    final parameter Real used[:] = if isShort then {0} else table;
  end Data;
  parameter Data old(table = {1, 2, 3}, isShort = false), new;
  parameter Integer n = 2 "the new one";
  parameter Data all[2] = {if i == n then new else old for i in 1:2};
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Real old.table[1] = 1.0;
//|   parameter Real old.table[2] = 2.0;
//|   parameter Real old.table[3] = 3.0;
//|   parameter Boolean old.isShort = false;
//|   final parameter Real old.used[1] = old.table[1];
//|   final parameter Real old.used[2] = old.table[2];
//|   final parameter Real old.used[3] = old.table[3];
//|   parameter Real new.table[1] = 1.0;
//|   parameter Boolean new.isShort = true;
//|   final parameter Real new.used[1] = if new.isShort then 0.0 else new.table[1];
//|   parameter Integer n = 2 "the new one";
//|   parameter Real all[1].table[1] = old.table[1];
//|   parameter Real all[1].table[2] = old.table[2];
//|   parameter Real all[1].table[3] = old.table[3];
//|   parameter Boolean all[1].isShort = old.isShort;
//|   final parameter Real all[1].used[1] = all[1].table[1];
//|   final parameter Real all[1].used[2] = all[1].table[2];
//|   final parameter Real all[1].used[3] = all[1].table[3];
//|   parameter Real all[2].table[1] = new.table[1];
//|   parameter Boolean all[2].isShort = new.isShort;
//|   final parameter Real all[2].used[1] = if all[2].isShort then 0.0 else all[2].table[1];
//| end M;
