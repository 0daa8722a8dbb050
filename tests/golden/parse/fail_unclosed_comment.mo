// run: check
model M
  // error: the comment that begins here is not closed [SyntaxError]
  //      ^
  Real x; /* position
end M;
