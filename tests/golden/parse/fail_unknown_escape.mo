// run: check
model M
  // error: unknown escape sequence '\d' in a string [SyntaxError]
  //                                      ^
  parameter String file = "data\table.txt \d";
end M;
