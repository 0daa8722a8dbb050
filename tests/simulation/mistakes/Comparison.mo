model Comparison
  Real x;
equation
  x == 1;
end Comparison;
