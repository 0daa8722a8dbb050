// run: check
model M
  function f
    input Real u;
    output Real y = 2*u;
  end f;
  // error: the size of `a` must be an Integer that is known when translating [DimensionNotConstant]
  Real a[identity(-2)];
  // error: the size of `b` must be an Integer that is known when translating [DimensionNotConstant]
  Real b[size(identity(-2), 1)];
  // error: array `c` has more than 1000000 elements [DimensionNotConstant]
  Real c[1000000, 1000000, 1000000, 1000000];
  // error: the size of `d` must be an Integer that is known when translating [DimensionNotConstant]
  Real d[integer(sum(ones(10000000000)))];
  // error: array `e` has more than 1000000 elements [DimensionNotConstant]
  Real e[:] = linspace(0, 1, 10000000000);
  // error: array `g` has more than 1000000 elements [DimensionNotConstant]
  Real g[size(zeros(100000, 100000), 2), 100];
  // error: the condition of `h` must be a Boolean that is known when translating [ConditionNotConstant]
  Real h = 1 if identity(-1);
  // error: the size of `i` must be an Integer that is known when translating [DimensionNotConstant]
  Real i[99999999999999999999];
  Real j[0] = f(fill(1.0, 0));
end M;
