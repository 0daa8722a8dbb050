// run: check
model M "Types of ranges, `cat`, `smooth` and `noEvent` (MLS 3.7.5, 3.8, 10.4)"
  // error: the bounds of a range have different types: Boolean and Integer [TypeMismatch]
  //                            ^
  Real a[2] = {1 for i in false:1};
  // error: `cat` joins arrays of one type, found Real[1] and Boolean[1] [TypeMismatch]
  //                        ^
  Real b[2] = cat(1, {1.0}, {true});
  // error: the expression of `smooth` must be a number, found Boolean [TypeMismatch]
  //                    ^
  Boolean c = smooth(0, time > 1);
  // error: the discrete-time variable `d` cannot depend on `time`, which changes between events [VariabilityMismatch]
  //          ^
  Integer d = noEvent(integer(time));
  Boolean e(start = false, fixed = true);
equation
  if noEvent(time > 0.5) then
    // error: Boolean changes at events only, but a condition around this changes between them [VariabilityMismatch]
    e = true;
  else
    // error: Boolean changes at events only, but a condition around this changes between them [VariabilityMismatch]
    e = false;
  end if;
end M;
