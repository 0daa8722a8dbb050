// run: check
model M
  Real x;
equation
  // error: expected 'end' before the end of the file [SyntaxError]
  //    ^
  x = 1;
