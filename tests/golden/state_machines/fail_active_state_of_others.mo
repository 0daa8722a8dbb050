// run: check
model ActiveStateOfOthers
  block S
  end S;
  S a, b;
  // error: `b` is no state of a state machine (MLS 17.1) [NotAState]
  //                ^
  Boolean isThere = activeState(b);
equation
  initialState(a);
end ActiveStateOfOthers;
