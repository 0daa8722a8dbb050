model TwoDeclarations
  Real x = ;
  Real 2y;
  Real z;
equation
  z = (1 + 2;
end TwoDeclarations;
