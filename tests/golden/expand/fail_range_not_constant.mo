// run: check
model M
  Real x[2];
  Integer k = integer(time);
equation
  // error: the bounds of a range must be known at compile time [NotConstant]
  for i in 1:k loop
    x[i] = i;
  end for;
end M;
