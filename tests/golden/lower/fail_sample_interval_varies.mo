// run: check
model M "The interval of sample is no parameter"
  Real x(start = 1, fixed = true);
  discrete Real z(start = 0, fixed = true);
equation
  der(x) = 1;
  // error: the start and the interval of `sample` must not change during the simulation [VariabilityMismatch]
  //             ^
  when sample(0, x) then
    z = pre(z) + 1;
  end when;
end M;
