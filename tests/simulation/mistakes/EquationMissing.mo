model EquationMissing
  Real x;
  Real y;
equation
  x = 1;
end EquationMissing;
