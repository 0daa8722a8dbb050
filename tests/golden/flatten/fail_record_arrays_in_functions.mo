// run: check
model M
  record R
    Real a;
  end R;
  function f
    // error: arrays of records in functions are not supported yet [NotYetSupported]
    //      ^
    input R r[2];
    output Real y = 1;
  end f;
  R r[2](a = {time, 1});
  Real y = f(r);
end M;
