model BooleanTimesNumber
  Boolean b = time > 1;
  Real x = b*2;
end BooleanTimesNumber;
