// run: check
model M "der of a variable that a when-equation assigns"
  discrete Real z(start = 0, fixed = true);
  Real x;
equation
  when time > 0.5 then
    z = 1;
  end when;
  // error: `z` is discrete and has no derivative [DerOfDiscrete]
  x = der(z);
end M;
