// run: check --set file=/tmp/x.txt
// stderr: hint: if it is a String: it has quotes, which the shell must leave: --set 'file="/tmp/x.txt"'
// error-anywhere: expected an expression before '/' [SyntaxError]
model M
  parameter String file = "";
end M;
