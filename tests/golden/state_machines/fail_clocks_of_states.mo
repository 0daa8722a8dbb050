// run: check
model ClocksOfStates
  block Count
    parameter Integer period;
    Integer n(start = 0);
  equation
    // error: this Clock contradicts another one: of one clock, it makes the period 0.2 s, another one 0.1 s (MLS 16.3.1) [ClocksContradict]
    n = previous(n) + sample(1, Clock(period, 10));
  end Count;
  Count a(period = 1), b(period = 2);
equation
  initialState(a);
  transition(a, b, a.n > 3, immediate = false);
end ClocksOfStates;
