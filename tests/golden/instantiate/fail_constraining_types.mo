// run: check -m P.M
package P
  record Small
    Real a = 1;
  end Small;
  record Large
    extends Small;
    Real b = 2;
  end Large;
  type Pair = Real[2];
  type Block = Real[2, 2];
  model Holder
    replaceable Large part constrainedby Small;
    replaceable record Part = Large constrainedby Small;
  end Holder;
  model Strict
    extends Holder(redeclare replaceable Large part constrainedby Large,
                   redeclare replaceable record Part = Large constrainedby Large);
  end Strict;
  model M "The default fits the constraining type, a redeclaration those of all before it (MLS 7.3.2)"
    // error: `small` does not fit its constraining type: `P.Small` has no public component `b`, which the constraining type `P.Large` has [RedeclareIncompatible]
    //                ^
    replaceable Small small constrainedby Large;
    // error: `SmallPart` does not fit its constraining type: `P.Small` has no public component `b`, which the constraining type `P.Large` has [RedeclareIncompatible]
    //                 ^
    replaceable record SmallPart = Small constrainedby Large;
    // error: `grid` does not fit its constraining type: it has 1 dimension, the constraining type has 2 [RedeclareIncompatible]
    //               ^
    replaceable Pair grid = {1, 2} constrainedby Block;
    // error: class `Metre` not found in the scope of `P.M` [ClassNotFound]
    //                                   ^
    replaceable Real x = 1 constrainedby Metre;
    // error: `Part` cannot be redeclared so: `P.Small` has no public component `b`, which the constraining type `P.Large` has [RedeclareIncompatible]
    //                             ^
    // error: `part` cannot be redeclared so: `P.Small` has no public component `b`, which the constraining type `P.Large` has [RedeclareIncompatible]
    //       ^
    Strict s(redeclare Small part, redeclare record Part = Small);
  end M;
end P;
