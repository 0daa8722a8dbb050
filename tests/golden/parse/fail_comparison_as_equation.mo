// run: check
model M
  Real x;
equation
  // error: an expression alone is no equation [SyntaxError]
  x == 1;
end M;
