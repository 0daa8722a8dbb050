// run: check
model M
  Real x;
equation
  // error: an equation is written with '=', not ':=' [SyntaxError]
  //^
  x := 1;
end M;
