model EqualityInAlgorithm
  Real x;
algorithm
  x = 1;
end EqualityInAlgorithm;
