// run: check
model M
  function part
    input Real x[:];
    input Integer n;
    output Real s;
  protected
    Real y[3];
    Integer m;
  algorithm
    y := x[n:n + 2];
    m := min(n, 3);
    // error: the bounds of a range must be known at compile time [NotConstant]
    //  ^
    y[1:m] := x[1:m];
    s := sum(y);
  end part;
  Integer k(start = 1, fixed = true);
  Real y = part({1, 2, 3, time}, k);
equation
  when time > 1 then
    k = 2;
  end when;
end M;
