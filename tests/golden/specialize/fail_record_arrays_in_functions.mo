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
  record Box
    Real side = 1;
  end Box;
  function g
    input Real u;
    output Real y;
  protected
    // error: arrays of records in functions are not supported yet [NotYetSupported]
    //  ^
    Box boxes[2];
  algorithm
    y := u;
  end g;
  R r[2](a = {time, 1});
  Real y = f(r);
  Real z = g(time);
end M;
