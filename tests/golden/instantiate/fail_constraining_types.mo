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
    replaceable Small small constrainedby Large;
    replaceable record SmallPart = Small constrainedby Large;
    replaceable Pair grid = {1, 2} constrainedby Block;
    replaceable Real x = 1 constrainedby Metre;
    Strict s(redeclare Small part, redeclare record Part = Small);
  end M;
end P;
