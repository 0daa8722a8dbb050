// run: check
model M
  parameter Boolean rows = true;
  Real x[2], y[2], z[2];
  Boolean b;
equation
  if rows then
    // error: cannot assign Integer[3] to Real[2] `x` [DimensionMismatch]
    //  ^
    x = {1, 2, 3};
  else
    x = {1, 2};
  end if;
  if time > 1 then
    y = {1, 2};
  else
    // error: cannot assign Integer[3] to Real[2] `y` [DimensionMismatch]
    //  ^
    y = {1, 2, 3};
  end if;
  if rows then
    z = {1, 2};
    b = true;
  else
    z = {1, 2, 3};
    // error: cannot assign Integer to Boolean `b` [TypeMismatch]
    //  ^
    b = 1;
  end if;
end M;
