// run: check
model M "The branches of an if-equation differ in number"
  Real x;
  Real y;
equation
  // error: the branches of an if-equation differ: the branch `if time > 1.0` has 2 equations, the branch `else` has 1 equation (MLS 8.3.4) [IfEquationUnbalanced]
  if time > 1 then
    x = 1;
    y = 2;
  else
    x = y;
  end if;
end M;
