// run: check
model TransitionLoop
  block Count
    Integer n(start = 0);
  equation
    n = previous(n) + sample(1, Clock(1, 10));
  end Count;
  Count a, b;
equation
  initialState(a);
  // error: the condition of this immediate transition depends on which state is active at the tick at which it is to decide that (MLS 17.3.1) [TransitionLoop]
  transition(a, b, a.n > 3);
  transition(b, a, b.n > 3, immediate = false);
end TransitionLoop;
