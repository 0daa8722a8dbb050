// run: check
model M
  // error: the discrete-time variable `b` cannot depend on `time`, which changes between events [VariabilityMismatch]
  Boolean b = noEvent(time > 1);
end M;
