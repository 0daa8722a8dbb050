// run: check
// error: the string that begins here is not closed [SyntaxError]
//      ^
model M "a model
  Real x;
end M;
