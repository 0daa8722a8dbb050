// run: check
model M "a model
  // error: the string that begins here is not closed [SyntaxError]
  //              ^
  Real x "position";
end M;
