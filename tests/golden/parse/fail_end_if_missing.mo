// run: check
model M
  Real x;
equation
  if time > 1 then
    x = 1;
  else
    x = 2;
// error: 'end M' where 'if' is to be closed [SyntaxError]
end M;
