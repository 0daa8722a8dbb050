// run: check
model M "A Clock is no subscript (MLS 10.5)"
  Real v[2] = {time, 1};
  // error: a subscript must be Integer, Boolean or an enumeration, found Clock [TypeMismatch]
  //         ^
  Real y = v[Clock(0.1)];
end M;
