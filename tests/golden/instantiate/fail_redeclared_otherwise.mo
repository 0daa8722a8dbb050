// run: check -m P.M
package P
  model Law
    Real f = 1;
  end Law;
  model Linear
    Real f = 2;
  end Linear;
  record Values
    Real f = 1;
  end Values;
  partial function two
    input Real a;
    input Real b;
    output Real y;
  end two;
  function swapped
    input Real b;
    input Real a;
    output Real y = a - b;
  end swapped;
  model Body
    replaceable Real x = 1;
    replaceable model Friction = Law;
    replaceable model Damping = Law;
    replaceable model Spring = Law;
    replaceable function f = two;
    replaceable input Real u = 1;
    Friction friction;
    Damping damping;
  end Body;
  model Extended
    extends Body(x = 3);
    // error: `x` is redeclared here and modified in the extends-clause [DuplicateModifier]
    //             ^
    redeclare Real x = 2;
    // error: `Spring` is a model and cannot be extended as a record [RedeclareIncompatible]
    //                       ^
    redeclare record extends Spring
    end Spring;
  end Extended;
  model M "A redeclaration is of the same sort, and in one place (MLS 6.4, 6.6, 7.2.4, 7.3)"
    // error: `Damping` is a class and cannot be redeclared as a component [RedeclareIncompatible]
    //                                     ^
    // error: `x` is a component and cannot be redeclared as a class [RedeclareIncompatible]
    //         ^
    Body first(redeclare type x = Integer, redeclare Law Damping);
    // error: `f` cannot be redeclared so: input 1 of `P.swapped` is `b`, in the constraining type it is `a` [RedeclareIncompatible]
    //                                             ^
    Body second(redeclare model Friction = Values, redeclare function f = swapped);
    // error: `x` is redeclared and modified [DuplicateModifier]
    //                                 ^
    // error: `u` cannot be redeclared so: it is `output`, and was declared `input` [RedeclareIncompatible]
    //                                             ^
    Body third(redeclare Real x = 2, x(start = 1), redeclare output Real u = 1);
    Extended extended;
  end M;
end P;
