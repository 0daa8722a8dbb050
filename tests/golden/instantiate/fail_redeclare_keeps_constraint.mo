// run: check -m P.M
package P
  model A
    Real x = 1;
  end A;
  model B
    extends A;
    Real y = 2;
  end B;
  model C
    Real y = 3;
  end C;
  model User
    replaceable model Type = A;
    Type t;
  end User;
  model Other
    extends User;
    redeclare replaceable model Type = B;
  end Other;
  model M "The constraining type is A still (MLS 7.3)"
    // error: `Type` cannot be redeclared so: `P.C` has no public component `x`, which the constraining type `P.A` has [RedeclareIncompatible]
    //          ^
    Other other(redeclare model Type = C);
  end M;
end P;
