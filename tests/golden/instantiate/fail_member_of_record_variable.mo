// run: check
model M
  record R
    Real angle;
  end R;
  function f
    input R r;
    output R s;
  algorithm
    // error: `s` has no component `angel` [UnknownMember]
    //^
    s.angel := r.angle;
  end f;
  R x = f(R(1));
end M;
