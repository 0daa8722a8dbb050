// run: check
model InFunction
  function f
    output Integer n;
  algorithm
    // error: `ticksInState` cannot stand in a function (MLS 12.2) [OperatorInFunction]
    //   ^
    n := ticksInState();
  end f;
  Integer n = f();
end InFunction;
