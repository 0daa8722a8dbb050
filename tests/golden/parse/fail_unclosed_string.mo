// run: check
// error: unexpected the end of the file after 'M' [SyntaxError]
//     ^
model M "a model
  Real x;
end M;
