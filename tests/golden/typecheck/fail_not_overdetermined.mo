// run: check
model M
  record Direction
    Real c, s;
  end Direction;
  connector Frame
    Direction d;
    flow Real t[2];
  end Frame;
  Frame a, b;
  parameter Real p = 1;
  // error: `Connections.isRoot` takes a variable of a connector whose type or record has a function `equalityConstraint` [NotOverdetermined]
  //                             ^
  Boolean k = Connections.isRoot(a.d);
equation
  // error: `Connections.branch` takes a variable of a connector whose type or record has a function `equalityConstraint` [NotOverdetermined]
  //                 ^
  // error: `Connections.branch` takes a variable of a connector whose type or record has a function `equalityConstraint` [NotOverdetermined]
  //                      ^
  Connections.branch(a.d, b.d);
  // error: `Connections.root` takes a variable of a connector whose type or record has a function `equalityConstraint` [NotOverdetermined]
  //               ^
  Connections.root(a);
  // error: `Connections.potentialRoot` takes a variable of a connector whose type or record has a function `equalityConstraint` [NotOverdetermined]
  //                        ^
  // error: the priority of a root must be an Integer parameter [TypeMismatch]
  //                                        ^
  Connections.potentialRoot(b.d, priority = p);
  // error: `Connections.root` has no value to use in an expression [TypeMismatch]
  //  ^
  p = Connections.root(a.d);
end M;
