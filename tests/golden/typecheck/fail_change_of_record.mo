// run: check
model M "`change` takes a variable of a simple type (MLS 3.7.5)"
  record R
    Real x;
  end R;
  R r(x = time);
  // error: `change` takes a variable of a simple type, found M.R [TypeMismatch]
  //                 ^
  Boolean b = change(r);
end M;
