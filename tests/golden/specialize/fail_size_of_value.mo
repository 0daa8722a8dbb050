// run: check
model M
  function part
    input Real x[:];
    input Integer n;
    output Real s;
  algorithm
    // error: the bounds of a range must be known at compile time [NotConstant]
    //           ^
    s := sum(x[1:n]);
  end part;
  discrete Integer k(start = 1, fixed = true);
  Real y = part({1, 2, 3, time}, k);
equation
  when time > 1 then
    k = 2;
  end when;
end M;
