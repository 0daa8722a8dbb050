// run: check
model M
  // error: expected ';' before 'Real' [SyntaxError]
  //    ^
  Real x
  Real y;
end M;
