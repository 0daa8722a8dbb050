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
