// run: check
model M
  Real x;
  // error: the condition of an if-expression must be Boolean, found Real [TypeMismatch]
  //          ^
  Real y = if x then 1 else 2;
equation
  // error: the condition of `if` must be Boolean, found Real [ConditionNotBoolean]
  // ^
  if time then
    x = 1;
  else
    x = 2;
  end if;
end M;
