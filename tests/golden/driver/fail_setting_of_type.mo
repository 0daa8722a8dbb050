// run: check --set name=abc --set kind=D --set kinds={A,2} --set on=1 --set level=high --set file=my-file
// error-anywhere: `name` is a String, and `abc` is none [TypeMismatch]
// error-anywhere: `kind` has the type `M.Kind`, an enumeration, and `D` is none of its values [TypeMismatch]
// error-anywhere: `kinds` has the type `M.Kind`, an enumeration, and `{A, 2}` is none of its values [TypeMismatch]
// error-anywhere: `on` is a Boolean, and `1` is none [TypeMismatch]
// error-anywhere: unknown name `high` in `M` [UnknownName]
// error-anywhere: `file` is a String, and `my - file` is none [TypeMismatch]
// stderr: hint: a String has quotes, which the shell must leave: --set 'name="abc"'
// stderr: hint: give one of `A`, `B`, `C`
// stderr: hint: give `true` or `false`
model M
  type Kind = enumeration(A, B, C);
  parameter String name = "";
  parameter String file = "";
  parameter Kind kind = Kind.A;
  parameter Kind kinds[2] = {Kind.A, Kind.A};
  parameter Boolean on = false;
  parameter Real level = 1;
end M;
