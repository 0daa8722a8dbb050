// run: check
model M
  // error: `pure` takes the call of a function (MLS 12.3) [ArgumentMismatch]
  //       ^
  Real x = pure(time);
end M;
