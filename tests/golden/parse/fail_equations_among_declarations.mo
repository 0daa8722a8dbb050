// run: check
model M
  Real x(start = 1);
  // error: an equation stands among declarations [SyntaxError]
  der(x) = -x;
  // told once
  der(x) = 2;
end M;
