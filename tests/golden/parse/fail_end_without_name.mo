// run: check
model M
  Real x;
// error: 'end' lacks the name of the class that it closes [SyntaxError]
end;
