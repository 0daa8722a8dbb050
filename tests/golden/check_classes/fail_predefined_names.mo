// run: check
model M
  Real String = 3;
  record Integer
    Real value = 1;
  end Integer;
  function f
    input Real Boolean;
    output Real y = Boolean;
  algorithm
  end f;
  Real y = f(1);
end M;
