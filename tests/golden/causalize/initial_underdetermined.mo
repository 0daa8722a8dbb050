// run: check
model M "Only v has an initial value"
  // warning: nothing determines the initial value of `x`: 0 is taken [InitialUnderdetermined]
  Real x;
  Real v(start = 1, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end M;
