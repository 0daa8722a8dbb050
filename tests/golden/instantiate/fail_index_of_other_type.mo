// run: check
model M "An index has the type of its dimension (MLS 10.5, 10.5.1)"
  type Gear = enumeration(low, high);
  Real plain[2] = {1, 2};
  Real ratio[Gear] = {1, 2};
  // error: dimension 1 of `plain` is that of `Integer`, and its index cannot be of type `Boolean` (MLS 10.5.1) [TypeMismatch]
  //             ^
  Real a = plain[true];
  // error: dimension 1 of `plain` is that of `Integer`, and its index cannot be of type `M.Gear` (MLS 10.5.1) [TypeMismatch]
  //             ^
  Real b = plain[Gear.low];
  // error: dimension 1 of `ratio` is that of `M.Gear`, and its index cannot be of type `Integer` (MLS 10.5.1) [TypeMismatch]
  //             ^
  Real c = ratio[1];
end M;
