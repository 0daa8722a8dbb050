// run: check
model M
  type Length = Real(unit = "m");
  // error: `Length` has no element `half` [ClassNotFound]
  //              ^
  Real x = Length.half(time);
  // error: type `Real` is not a function [NotAFunction]
  //       ^
  Real y = Real.half(time);
end M;
