model Product
  Real x = 2 time;
end Product;
