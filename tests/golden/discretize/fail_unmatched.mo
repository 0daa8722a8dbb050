// run: check
model Unmatched
  Real x, y;
  // error: no clocked equation determines `b` [VariableUndetermined]
  //         ^
  Boolean a, b;
equation
  when Clock(0.1) then
    x = sample(time);
    // error: this clocked equation determines nothing: others determine all variables in it [EquationUnmatched]
    x = 2*sample(time);
    y = x;
    a = x > 1;
    // error: this clocked equation determines nothing: others determine all variables in it [EquationUnmatched]
    (a and b) = (y > 1);
  end when;
end Unmatched;
