// run: dump --ir=flat -m M
record Data
  parameter Real x;
end Data;
record Wide
  extends Data;
  parameter Real y = 2*x;
end Wide;
model Base
  replaceable parameter Data given(x = 3);
  replaceable parameter Data data = given;
  replaceable parameter Data other constrainedby Data(x = 5);
end Base;
model M
  extends Base(redeclare Wide given, redeclare parameter Wide data, redeclare Wide other);
end M;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model M
//|   parameter Real given.x = 3.0;
//|   parameter Real given.y = 2.0*given.x;
//|   parameter Real data.x = given.x;
//|   parameter Real data.y = given.y;
//|   parameter Real other.x = 5.0;
//|   parameter Real other.y = 2.0*other.x;
//| end M;
