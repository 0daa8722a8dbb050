// run: check
model M
  Real x;
equation
  // error: expected an expression before ';' [SyntaxError]
  //      ^
  x = 1 + ;
end M;
