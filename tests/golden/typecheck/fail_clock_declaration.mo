// run: check
model ClockDeclaration
  connector C
    // error: `f` is a Clock, which can be no parameter, constant or flow variable [ClockDeclaration]
    //         ^
    flow Clock f;
    Clock e;
  end C;
  // error: `p` is a Clock, which can be no parameter, constant or flow variable [ClockDeclaration]
  //              ^
  parameter Clock p;
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
