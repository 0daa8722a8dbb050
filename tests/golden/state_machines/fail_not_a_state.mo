// run: check
model NotAStates
  block S
  end S;
  connector C = input Real;
  S a, b;
  Integer n(start = 0);
  parameter Integer p = 2;
equation
  n = previous(n) + 1;
  initialState(a);
  // error: `transition` takes a component that is a block (MLS 17.1) [NotAState]
  //            ^
  transition(a, n, n > 2);
  // error: `activeState` takes a component that is a block (MLS 17.1) [NotAState]
  transition(a, b, activeState(n + 1));
end NotAStates;
