model SubscriptZero
  Real x[3] = {1, 2, 3};
  Real y = x[0];
end SubscriptZero;
