// run: check
model M "An equation in a when must have its variable on the left"
  discrete Real z(start = 0, fixed = true);
equation
  when time > 1 then
    // error: the left side `2.0*z` of an equation in a when-equation is no variable to be determined (MLS 8.3.5.1) [WhenEquationNotAssignment]
    2*z = 1;
  end when;
end M;
