// run: check
model M "An index has the type of its dimension (MLS 10.5.1)"
  type Axis = enumeration(lateral, vertical);
  type Gear = enumeration(low, high);
  parameter Real force[Axis] = {1, 2};
  parameter Real switched[3, Boolean] = fill(1.0, 3, 2);
  // error: dimension 1 of `force` is that of `M.Axis`, and its index cannot be of type `Integer` (MLS 10.5.1) [TypeMismatch]
  //             ^
  // error: dimension 1 of `force` is that of `M.Axis`, and its index cannot be of type `M.Gear` (MLS 10.5.1) [TypeMismatch]
  //                        ^
  Real a = force[2] + force[Gear.low];
  // error: dimension 2 of `switched` is that of `Boolean`, and its index cannot be of type `Integer` (MLS 10.5.1) [TypeMismatch]
  //                   ^
  Real b = switched[1, 2] + switched[2, false] + force[Axis.vertical];
  Real c[2] = {force[i] for i in Axis} + force[:];
  Real d = force[end];
end M;
