// run: check
function f
  output Real x;
algorithm
  // error: an assignment in an algorithm is written with ':=', not '=' [SyntaxError]
  //^
  x = 1;
end f;
