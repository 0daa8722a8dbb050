model DeclarationInEquations
  Real x;
equation
  x = 1;
  Real y = 2;
end DeclarationInEquations;
