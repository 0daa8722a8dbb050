// run: check
model PreviousOfUnclocked
  Real x(start = 1, fixed = true), y;
equation
  // error: `der(x)` makes these clocked equations continuous ones, but their clock has no solver method [SolverMethodUse]
  der(x) = -x;
  // warning: nothing says when these clocked equations are active (`previous(x)` stands here): Clock(1.0) is taken (MLS 16.3.1) [ClockNotInferred]
  y = previous(x);
end PreviousOfUnclocked;
