// run: check
model M
  type Gear = enumeration(low, high, low);
  type Phase = enumeration(rise, max, fall, start);
  Gear g = Gear.high;
end M;
