// run: dump --ir=flat --set m=1 --set a[1]=5 --set m=2 --set a={3,4}
// warning-anywhere: `a[1]` is set again by a later setting, `a = {3, 4}`; this one has no effect [DuplicateModifier]
// warning-anywhere: `m` is set again by a later setting, `m = 2`; this one has no effect [DuplicateModifier]
model M "The last one holds"
  parameter Real m = 0;
  parameter Real a[2] = {0, 0};
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Real m = 2.0;
//|   parameter Real a[1] = 3.0;
//|   parameter Real a[2] = 4.0;
//| end M;
