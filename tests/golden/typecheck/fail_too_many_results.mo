// run: check
model M
  function f
    input Real u;
    output Real y = u;
  algorithm
  end f;
  Real a, b;
equation
  // error: 2 results are wanted, `M.f` has 1 [ArgumentCount]
  (a, b) = f(1);
end M;
