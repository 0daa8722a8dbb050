// run: check
function f
  input Real x;
  // error: `previous` cannot stand in a function (MLS 12.2) [OperatorInFunction]
  //              ^
  output Real y = previous(x);
algorithm
  y := y + interval();
end f;
model ClockInFunction
  // error: `Clock` has no argument `clock` [ArgumentMismatch]
  //                               ^
  Real u = sample(time, Clock(0.1, clock = 3));
  Real v = f(u);
end ClockInFunction;
