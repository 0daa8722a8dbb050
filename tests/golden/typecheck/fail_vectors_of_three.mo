// run: check
model M "Vectors in space (MLS 10.3.5)"
  // error: `cross` takes vectors of 3 elements, found Integer[2] [DimensionMismatch]
  //                ^
  Real c[3] = cross({1, 0}, {0, 1});
  // error: `skew` takes vectors of 3 elements, found Integer[2] [DimensionMismatch]
  //                  ^
  Real s[3, 3] = skew({1, 2});
  // error: cannot assign Real to Integer `n` [TypeMismatch]
  //          ^
  Integer n = 99999999999999999999;
end M;
