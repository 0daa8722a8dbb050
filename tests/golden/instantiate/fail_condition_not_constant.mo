// run: check
model M
// error: the condition of `x` must be a Boolean that is known when translating [ConditionNotConstant]
  Real x if time > 1;
end M;
