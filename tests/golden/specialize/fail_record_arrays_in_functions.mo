// run: check
model M
  record Box
    Real side = 1;
  end Box;
  function g
    input Real u;
    output Real y;
  protected
    // error: `boxes` is an array of records whose members have values of their own; in a function this is not supported yet [NotYetSupported]
    //  ^
    Box boxes[2];
  algorithm
    y := u;
  end g;
  Real z = g(time);
end M;
