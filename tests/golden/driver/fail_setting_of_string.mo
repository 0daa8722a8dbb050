// run: check --set file=/tmp/x.txt
// error-anywhere: an expression expected, found `/` [SyntaxError]
// stderr: hint: if it is a String: it has quotes, which the shell must leave: --set 'file="/tmp/x.txt"'
model M
  parameter String file = "";
end M;
