// run: dump --ir=flat -m P.M --set r.a=3 --set k=2*base
package P
  record R
    parameter Real a;
    parameter Real b;
  end R;
  model M "A member that is set wins over the value of the whole; the values see the names of the model"
    parameter R r = R(1, 2);
    parameter Real base = 4;
    parameter Real k = 1;
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   parameter Real r.a = 3.0;
//|   parameter Real r.b = 2.0;
//|   parameter Real base = 4.0;
//|   parameter Real k = 2.0*base;
//| end P.M;
