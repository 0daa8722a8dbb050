model EquationTooMany
  Real x;
equation
  x = 1;
  x = 2;
end EquationTooMany;
