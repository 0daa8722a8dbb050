// run: check
model M "The variable of a loop is no unknown (MLS 8.3.2)"
  Real y[2] = {1, 2};
equation
  for i in 1:2 loop
    // error: equation determines no unknown: it holds only known quantities [EquationUnmatched]
    i = 1;
  end for;
end M;
