// run: check
model M
  // error: the enumeration `Gear` has the literal `low` twice [EnumerationLiteral]
  //                                 ^
  type Gear = enumeration(low, high, low);
  // error: a literal cannot be called `max`: the type `Phase` has the attribute `max` [EnumerationLiteral]
  //                             ^
  // error: a literal cannot be called `start`: the type `Phase` has the attribute `start` [EnumerationLiteral]
  //                                        ^
  type Phase = enumeration(rise, max, fall, start);
  Gear g = Gear.high;
end M;
