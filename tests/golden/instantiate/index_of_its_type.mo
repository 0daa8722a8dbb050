// run: check
model M "The legal twin of fail_index_of_other_type"
  type Gear = enumeration(low, high);
  Real plain[2] = {1, 2};
  Real ratio[Gear] = {1, 2};
  Real sides[Boolean] = {1, 2};
  Real a = plain[Integer(Gear.low)];
  Real b = sides[true];
  Real c = ratio[Gear.high];
end M;
