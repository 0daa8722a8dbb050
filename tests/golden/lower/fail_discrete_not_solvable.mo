// run: check
model M "An Integer must stand alone on one side"
  Integer i;
  Integer k;
equation
  // error: neither `2*i` nor `4` is a variable that this discrete equation could determine [DiscreteEquationNotSolvable]
  2*i = 4;
  k = i;
end M;
