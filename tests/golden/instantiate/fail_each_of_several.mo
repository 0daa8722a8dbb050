// run: check
model M "What is given to each element is one value (MLS 7.2.5)"
  type Pair = Real[2];
  // error: `each` gives every element of `x` a value, and this has several [ModifierSizeMismatch]
  //             ^
  Real x[2](each start = {1, 2}, each fixed = true);
  Pair pairs[3](each start = {1, 2}, each fixed = true);
equation
  der(x) = {1, 1};
  der(pairs) = ones(3, 2);
end M;
