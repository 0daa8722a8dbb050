// run: check
model M
  type E = enumeration(a, b);
  E e = if time > 1 then E.a else E.b;
  Real x = time;
equation
  // error: cannot assign Real to Integer `String.minimumLength` [TypeMismatch]
  assert(x < 1, String(x, minimumLength = 1.5));
  // error: `String` takes one number, Boolean or enumeration value, found Real[2] [TypeMismatch]
  assert(x < 1, String({1.0, 2.0}));
end M;
