// run: check
model M "Built-in functions take arguments by their position (MLS 3.7, 3.7.1)"
  // error: the built-in function `sin` takes arguments by their position only [ArgumentMismatch]
  //           ^
  Real x = sin(u = time);
  // error: the built-in function `max` takes arguments by their position only [ArgumentMismatch]
  //           ^
  Real y = max(x = time, y = 1);
  // error: the built-in function `delay` takes arguments by their position only [ArgumentMismatch]
  //                   ^
  Real z = delay(time, delayTime = 0.1);
  // error: the options of `String` are given by name only [ArgumentMismatch]
  //                     ^
  String s = String(1.5, 5);
end M;
