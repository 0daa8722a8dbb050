// run: check
model M "An index has the type of its dimension (MLS 10.5.1)"
  type Axis = enumeration(lateral, vertical);
  type Gear = enumeration(low, high);
  parameter Real force[Axis] = {1, 2};
  parameter Real switched[3, Boolean] = fill(1.0, 3, 2);
  Real a = force[2] + force[Gear.low];
  Real b = switched[1, 2] + switched[2, false] + force[Axis.vertical];
  Real c[2] = {force[i] for i in Axis} + force[:];
  Real d = force[end];
end M;
