// run: check
model InitialStates
  block S
  end S;
  S a, b, c, d;
equation
  initialState(a);
  // error: `b` is a second initial state of one state machine (MLS 17.1) [InitialStateCount]
  initialState(b);
  transition(a, b, true);
  // error: the state machine of `c` has no initial state (MLS 17.1) [InitialStateCount]
  //         ^
  transition(c, d, true);
end InitialStates;
