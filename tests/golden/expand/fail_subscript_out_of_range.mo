// run: check
model M
  parameter Integer n = 2;
  Real x[n];
equation
  for i in 1:n loop
    // error: subscript 3 is out of range 1:2 [SubscriptOutOfRange]
    x[i + 1] = i;
  end for;
end M;
