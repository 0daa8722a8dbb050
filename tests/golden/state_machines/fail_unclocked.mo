// run: check
model Unclocked
  block Count
    Integer n(start = 0);
  equation
    n = previous(n) + sample(1, Clock(1, 10));
  end Count;
  Count a, b;
  Real x(start = 0, fixed = true);
equation
  // error: `der(x)` makes these clocked equations continuous ones, but their clock has no solver method [SolverMethodUse]
  der(x) = if activeState(a) then 1 else 2;
  initialState(a);
  transition(a, b, x > 3, immediate = false);
end Unclocked;
