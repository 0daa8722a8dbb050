// run: check
model Priorities
  block S
  end S;
  S a, b, c;
  parameter Integer p = 2;
  Integer n(start = 0);
equation
  n = previous(n) + 1;
  initialState(a);
  // error: the priority of a transition must be at least 1, not 0 (MLS 17.1) [TransitionPriority]
  //                                ^
  transition(a, b, true, priority = 0);
  transition(a, b, n > 3, priority = p);
  // error: two transitions from `a` have the priority 2 (MLS 17.1) [TransitionPriority]
  transition(a, c, n > 4, priority = 2);
  transition(b, c, n > 4, priority = 2);
end Priorities;
