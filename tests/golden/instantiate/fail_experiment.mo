// run: check
model M
  Real x = time;
// error: `StopTime` of the experiment annotation must be a number known when translating [ExperimentNotConstant]
  annotation (experiment(StopTime = 2*x));
end M;
