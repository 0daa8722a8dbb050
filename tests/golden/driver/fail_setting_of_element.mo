// run: check --set a[4]=1 --set a[1,1]=2 --set m[1]=3 --set s[0].c=4 --set a[n]=5 --set open[1]=6 --set s.c=7 --set b=8 --set c={1,2}
// stderr: hint: give all values, such as --set 'b=fill(8, 3)', or set one element
// stderr: hint: give one value for each, {1, 2, ...}, or set one element, `array[1].name`
// error-anywhere: a subscript of what is set must be an Integer literal [NotYetSupported]
// warning-anywhere: `s[0].c` is set again by a later setting, `s.c = 7`; this one has no effect [DuplicateModifier]
// error-anywhere: the modifier of a component array needs one value for each element [ModifierSizeMismatch]
// error-anywhere: only some elements of `open` are set, and the others have no value [ModifierSizeMismatch]
// error-anywhere: subscript 4 of `a` is out of range: it lies in 1:3 [SubscriptOutOfRange]
// error-anywhere: `a` has 1 dimension and is given 2 subscripts [TooManySubscripts]
// error-anywhere: `m` has 0 dimensions and is given 1 subscript [TooManySubscripts]
// error-anywhere: subscript 0 of `s` is out of range: it lies in 1:2 [SubscriptOutOfRange]
// error-anywhere: `b` is an array of the size {3}, and `8` is a scalar [DimensionMismatch]
// error-anywhere: `c` is an array of the size {3}, and `{1, 2}` is an array of the size {2} [DimensionMismatch]
model M
  model Spring
    parameter Real c = 1;
  end Spring;
  Spring s[2];
  parameter Real a[3] = {1, 2, 3};
  parameter Real b[3] = {1, 2, 3};
  parameter Real c[3] = {1, 2, 3};
  parameter Real open[2];
  parameter Real m = 1;
end M;
