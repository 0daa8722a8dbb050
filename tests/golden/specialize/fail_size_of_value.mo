// run: check
model M
  function part
    input Real x[:];
    input Integer n;
    output Real s;
  protected
    Real y[3];
  algorithm
    y := x[n:n + 2];
    // error: the bounds of a range must be known at compile time [NotConstant]
    //  ^
    y[1:n] := x[1:n];
    s := sum(y);
  end part;
  Integer k(start = 1, fixed = true);
  Real y = part({1, 2, 3, time}, k);
equation
  when time > 1 then
    k = 2;
  end when;
end M;
