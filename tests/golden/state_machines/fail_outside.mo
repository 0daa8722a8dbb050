// run: check
model Outside
  block S
    Integer n = ticksInState();
  end S;
  S a, b;
  // error: `ticksInState` stands neither in a state nor in the condition of a transition (MLS 17.1) [StateQueryOutside]
  //          ^
  Integer n = ticksInState();
  // error: `timeInState` stands neither in a state nor in the condition of a transition (MLS 17.1) [StateQueryOutside]
  //       ^
  Real t = timeInState();
equation
  initialState(a);
  transition(a, b, a.n > 3, immediate = false);
end Outside;
