// run: check
model M
  // error: unexpected character 'ö' [SyntaxError]
  //     ^
  Real größe;
end M;
