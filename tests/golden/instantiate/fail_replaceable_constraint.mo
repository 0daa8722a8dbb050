// run: check -m P.M
package P
  model Law
    Real f = 1;
  end Law;
  model M "What constrains an element is not replaceable itself, also through a short class (MLS 7.1.4)"
    replaceable model Friction = Law;
    model Alias = Friction;
    // error: the constraining class `Friction` is replaceable [ReplaceableBase]
    //                                            ^
    replaceable model Damping = Law constrainedby Friction;
    // error: the class of the replaceable component `Friction` is replaceable [ReplaceableBase]
    //          ^
    replaceable Friction friction;
    // error: the constraining class `Friction` is replaceable [ReplaceableBase]
    //                                ^
    replaceable Law law constrainedby Alias;
  end M;
end P;
