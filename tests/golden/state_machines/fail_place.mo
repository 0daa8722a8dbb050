// run: check
model Places
  block S
  end S;
  S a, b;
  Integer n(start = 0), m(start = 0);
  Boolean x;
initial equation
  // error: `initialState` stands in a when-equation or an initial equation: it is an equation that holds all the time (MLS 17.1) [StateMachineEquationPlace]
  initialState(b);
equation
  n = previous(n) + 1;
  initialState(a);
  when n > 2 then
    // error: `transition` stands in a when-equation or an initial equation: it is an equation that holds all the time (MLS 17.1) [StateMachineEquationPlace]
    transition(a, b, true);
  end when;
  // error: `initialState` has no value to use in an expression [TypeMismatch]
  //  ^
  x = initialState(a);
algorithm
  // error: `transition` stands in an algorithm: it is an equation that holds all the time (MLS 17.1) [StateMachineEquationPlace]
  transition(a, b, n > 2);
end Places;
