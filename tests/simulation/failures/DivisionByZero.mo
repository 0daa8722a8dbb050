model DivisionByZero "The quotient has no value at the start"
  Real x(start = 0, fixed = true);
  Real y;
equation
  der(x) = 1;
  y = 1/x;
end DivisionByZero;
