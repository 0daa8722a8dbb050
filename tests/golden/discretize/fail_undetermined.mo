// run: check
model Undetermined
  // error: no clocked equation determines `y` [VariableUndetermined]
  //      ^
  Real x, y;
equation
  when Clock(0.1) then
    x = previous(y) + 1;
  end when;
end Undetermined;
