// run: check
model M
  // error: expected an expression before ';' [SyntaxError]
  //       ^
  Real x = ;
  // error: expected ';' before 'Real' [SyntaxError]
  //    ^
  Real y
  Real z;
equation
  // error: an equation is written with '=', not ':=' [SyntaxError]
  //^
  x := 1;
  // error: expected ')' before ';' [SyntaxError]
  //        ^
  y = (x + 1;
  z = 2;
algorithm
  // error: an assignment in an algorithm is written with ':=', not '=' [SyntaxError]
  //^
  x = 1;
  // error: expected an expression before 'then' [SyntaxError]
  //     ^
  if x > then
    x := 2;
  else
    x := 3;
  end if;
end M;
