// run: check
model UnknownSolverMethod
  Real x(start = 3);
equation
  // warning: there is no solver method "Magic"; "External" is taken [SolverMethodUse]
  der(x) = -x + sample(1, Clock(Clock(1, 10), solverMethod = "Magic"));
end UnknownSolverMethod;
