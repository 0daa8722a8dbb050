// run: check
model M
  Real v[2] = {time, 2};
  // error: `product` with iterators takes scalars (MLS 10.3.4.1) [DimensionMismatch]
  //       ^
  Real y = product(i*v for i in 1:3);
end M;
