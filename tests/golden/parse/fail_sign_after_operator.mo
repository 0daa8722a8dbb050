// run: check
model M
  // error: an operand of '*' cannot be a signed expression without parentheses [SyntaxError]
  //           ^
  Real x = 2 * -3;
  // error: an operand of '^' cannot be a signed expression without parentheses [SyntaxError]
  //         ^
  Real y = 2^-3;
  // error: an operand of '^' cannot be an expression with '^' without parentheses [SyntaxError]
  //         ^
  Real z = 2^3^4;
  // error: an operand of '<' cannot be an expression with '<' without parentheses [SyntaxError]
  //          ^
  Boolean b = 1 < x < 2;
  // error: an operand of 'not' cannot be an expression with 'not' without parentheses [SyntaxError]
  //              ^
  Boolean c = not not b;
end M;
