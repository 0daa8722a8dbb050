// run: check -m P.M
package P "A redeclaration without a constraining clause keeps the constraining type of what it redeclares (MLS 7.3)"
  partial model Base
    Real x;
  end Base;
  model A
    extends Base(x = 1);
  end A;
  model B
    extends Base(x = 2);
    parameter Real p = 0;
  end B;
  model User
    replaceable model Type = A;
    replaceable B part constrainedby Base;
    Type t;
  end User;
  model Other
    extends User;
    redeclare replaceable model Type = B;
    redeclare replaceable B part;
  end Other;
  model M
    Other other(redeclare model Type = A, redeclare A part);
  end M;
end P;
