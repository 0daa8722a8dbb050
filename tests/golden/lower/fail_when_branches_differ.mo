// run: check
model M "The branches of a when determine different variables"
  discrete Real y(start = 0, fixed = true);
  discrete Real z(start = 0, fixed = true);
equation
  // error: one branch determines `y`, another does not (MLS 8.3.5.1) [WhenBranchesDiffer]
  when time > 1 then
    y = 1;
  elsewhen time > 2 then
    z = 1;
  end when;
end M;
