// run: check
model M
  // error: expected a name before 'flow' [SyntaxError]
  //   ^
  Real flow;
end M;
