model EquationsInDeclarations
  Real x(start=1, fixed=true);
  Real y;
  der(x) = -x;
  y = 2*x;
end EquationsInDeclarations;
