// run: check
model M
  Real x;
equation
  x = 1;
  // error: a declaration stands in an equation or algorithm section [SyntaxError]
  Real y = 2;
end M;
