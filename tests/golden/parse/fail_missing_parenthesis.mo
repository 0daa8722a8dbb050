// run: check
model M
  // error: expected ')' before ';' [SyntaxError]
  //            ^
  Real x = sin(1;
end M;
