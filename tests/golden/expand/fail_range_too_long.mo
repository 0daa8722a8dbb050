// run: check
model M "More terms than anybody wants"
  Real x;
equation
  // error: the range has more than 1000000 elements [DimensionNotConstant]
  //                 ^
  x = sum(i for i in 1:2000000000);
end M;
