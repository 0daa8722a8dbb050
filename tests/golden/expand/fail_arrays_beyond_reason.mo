// run: check
model M
  // error: a dimension is negative [DimensionMismatch]
  Real a = sum(identity(-1));
  // error: an array [100000, 100000] has more than 1000000 elements [DimensionNotConstant]
  Real b = sum(identity(100000));
  // error: an array [100000, 100000] has more than 1000000 elements [DimensionNotConstant]
  Real c = sum(outerProduct(1:100000, 1:100000));
  // error: an array [100000, 100000] has more than 1000000 elements [DimensionNotConstant]
  Real d = sum(diagonal(1:100000));
  // error: an array [10000000000] has more than 1000000 elements [DimensionNotConstant]
  Real e = sum(linspace(0, time, 10000000000));
  // error: an array [1000, 1000, 1000] has more than 1000000 elements [DimensionNotConstant]
  Real f = sum(fill(time, 1000, 1000, 1000));
  // error: the range has more than 1000000 elements [DimensionNotConstant]
  Real g = sum(time for i in 1:1000000000);
  // error: a matrix to a power above 1000 is not supported yet [NotYetSupported]
  Real h[2, 2] = [time, 1; 1, 0]^1000000000;
end M;
