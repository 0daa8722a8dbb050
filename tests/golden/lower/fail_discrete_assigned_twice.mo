// run: check
model M "Two when-equations assign one variable"
  discrete Real z(start = 0, fixed = true);
equation
  when time > 1 then
    z = 1;
  end when;
  when time > 2 then
    // error: two equations determine the discrete variable `z` [DiscreteAssignedTwice]
    z = 2;
  end when;
end M;
