// run: check
model M "What is declared `discrete` is assigned in a when-clause (MLS 4.4.4)"
  // error: `level` is declared `discrete`, but no when-clause assigns it [DiscreteOutsideWhen]
  //            ^
  discrete Real level = 3;
  // error: `steps[1]` is declared `discrete`, but no when-clause assigns it [DiscreteOutsideWhen]
  //            ^
  discrete Real steps[2];
  discrete Real good(start = 0, fixed = true);
  discrete Real handed_on;
equation
  steps[1] = if time > 1 then 2 else 3;
  when time > 0.5 then
    good = pre(good) + 1;
    steps[2] = 1;
  end when;
  handed_on = good;
end M;
