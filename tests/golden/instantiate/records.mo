// run: dump --ir=flat -m P.M
package P
  record Inner
    Real a = 1;
    Integer n = 2;
  end Inner;
  record Outer
    Inner inner_(a = 3);
    Real v[2] = {4, 5};
  end Outer;
  model M "Records modified, constructed and bound to records"
    parameter Outer one(v = {6, 7}, inner_(n = 8));
    parameter Outer two = Outer(inner_ = Inner(n = 9));
    parameter Outer three = two;
    parameter Inner four[2] = {Inner(10, 11), one.inner_};
  end M;
end P;
// expect:
//| type StateSelect = enumeration(never, avoid, default, prefer, always);
//| type AssertionLevel = enumeration(warning, error);
//| model P.M
//|   parameter Real one.inner_.a = 3.0;
//|   parameter Integer one.inner_.n = 8;
//|   parameter Real one.v[1] = 6.0;
//|   parameter Real one.v[2] = 7.0;
//|   parameter Real two.inner_.a = 1.0;
//|   parameter Integer two.inner_.n = 9;
//|   parameter Real two.v[1] = 4.0;
//|   parameter Real two.v[2] = 5.0;
//|   parameter Real three.inner_.a = two.inner_.a;
//|   parameter Integer three.inner_.n = two.inner_.n;
//|   parameter Real three.v[1] = two.v[1];
//|   parameter Real three.v[2] = two.v[2];
//|   parameter Real four[1].a = 10.0;
//|   parameter Integer four[1].n = 11;
//|   parameter Real four[2].a = one.inner_.a;
//|   parameter Integer four[2].n = one.inner_.n;
//| end P.M;
