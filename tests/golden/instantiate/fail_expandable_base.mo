// run: check -m M
connector Plain
  Real x;
end Plain;
expandable connector Bus
end Bus;
expandable connector Wrong
  // error: the expandable connector `Wrong` cannot extend `Plain`, which is not one [ExpandableBase]
  //      ^
  extends Plain;
end Wrong;
connector Other
  // error: `Other` cannot extend `Bus`: only an expandable connector can extend one [ExpandableBase]
  //      ^
  extends Bus;
end Other;
model M
  Wrong wrong;
  Other other;
end M;
