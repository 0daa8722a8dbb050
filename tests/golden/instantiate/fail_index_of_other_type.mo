// run: check
model M "An index has the type of its dimension (MLS 10.5, 10.5.1)"
  type Gear = enumeration(low, high);
  Real plain[2] = {1, 2};
  Real ratio[Gear] = {1, 2};
  Real a = plain[true];
  Real b = plain[Gear.low];
  Real c = ratio[1];
end M;
