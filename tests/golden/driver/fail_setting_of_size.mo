// run: check --set n=3
// stderr: hint: give a value of that size too: --set 'a={...}'
model M
  parameter Integer n = 2;
  // error: `a` has the size {3} where `n` was set, but its value has the size {2} [DimensionMismatch]
  parameter Real a[n] = {1, 2};
  parameter Real b[n] = {i for i in 1:n};
end M;
