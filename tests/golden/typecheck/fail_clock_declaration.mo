// run: check
model ClockDeclaration
  connector C
    Clock e;
  end C;
  // error: `p` is a Clock, which can be no parameter, constant or flow variable [ClockDeclaration]
  //              ^
  parameter Clock p;
  // error: the connector `c` has 0 flow variables and 1 potential: as many of both are needed [ConnectorUnbalanced]
  //^
  C c;
  // error: cannot assign Integer to Clock `wrong` [TypeMismatch]
  //            ^
  Clock wrong = 3;
  // error: cannot calculate with Clock and Clock [TypeMismatch]
  //          ^
  Clock sum = wrong + wrong;
  // error: cannot assign Clock to Real `x` [TypeMismatch]
  //       ^
  Real x = wrong;
end ClockDeclaration;
