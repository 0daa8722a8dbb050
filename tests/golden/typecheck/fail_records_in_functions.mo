// run: check
model M
  record R
    Real a;
    Integer n;
  end R;
  record Other
    Real a;
    Real n;
  end Other;
  function f
    input R r;
    output R s;
  protected
    Other o;
  algorithm
    o := r;
    // error: cannot assign M.Other to M.R `s` [TypeMismatch]
    //   ^
    s := o;
  end f;
  // warning: `.` stands behind the name of a component only, not behind parentheses [FormNotAllowed]
  //       ^
  // error: the value is M.R and has no member `b` [UnknownMember]
  //       ^
  Real x = (f(R(1, 2))).b;
  // warning: `.` stands behind the name of a component only, not behind parentheses [FormNotAllowed]
  //       ^
  // error: cannot assign M.Other to M.R `M.f.r` [TypeMismatch]
  //          ^
  Real y = (f(Other(1, 2))).a;
  // error: cannot assign M.R to Real `z` [TypeMismatch]
  //       ^
  Real z = f(R(1, 2));
end M;
