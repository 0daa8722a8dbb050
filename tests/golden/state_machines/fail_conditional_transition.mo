// run: check
model ConditionalTransition
  block S
  end S;
  S a, b, c;
  Integer n(start = 0);
  parameter Boolean later(fixed = false);
initial equation
  later = true;
equation
  n = previous(n) + 1;
  initialState(a);
  // error: whether to connect, or to have a transition, must be known at compile time [NotConstant]
  // ^
  if n > 2 then
    transition(a, b, true);
  end if;
  // error: `immediate` of a transition must be known at compile time (MLS 17.1) [NotConstant]
  //                                                ^
  transition(a, c, n > 4, priority = 2, immediate = later);
end ConditionalTransition;
