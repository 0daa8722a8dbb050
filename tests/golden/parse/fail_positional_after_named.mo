// run: check
model M
  // error: a positional argument cannot follow a named one [SyntaxError]
  //                ^
  Real x = f(a = 1, 2);
  // error: 'for' in a function call needs exactly one argument before it [SyntaxError]
  //                  ^
  Real y = g(1, 2 for i in 1:3);
  // error: a partial function application takes named arguments only [SyntaxError]
  //                    ^
  Real z = h(function k(1));
  // error: only a name can stand before '=' in an argument [SyntaxError]
  //             ^
  Real u = f(a.b = 1);
end M;
