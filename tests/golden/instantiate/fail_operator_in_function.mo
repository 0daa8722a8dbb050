// run: check
package P
  record Clocked
    // error: `time` is known in models and blocks, not in the record `Clocked` [TimeOutsideModel]
    //         ^
    Real now = time;
  end Clocked;

  function Operators
    input Real x;
    output Real y;
  protected
    Boolean b;
  algorithm
    // error: `der` cannot stand in a function (MLS 12.2) [OperatorInFunction]
    //       ^
    y := x + der(x);
    // error: `pre` cannot stand in a function (MLS 12.2) [OperatorInFunction]
    //   ^
    y := pre(y);
    // error: `edge` cannot stand in a function (MLS 12.2) [OperatorInFunction]
    //   ^
    b := edge(b);
    // error: `change` cannot stand in a function (MLS 12.2) [OperatorInFunction]
    //   ^
    b := change(b);
    // error: `terminal` cannot stand in a function (MLS 12.2) [OperatorInFunction]
    //      ^
    y := if terminal() then 1 else 2;
    // error: `initial` cannot stand in a function (MLS 12.2) [OperatorInFunction]
    //    ^
    while initial() loop
      y := 1;
    end while;
    // error: `sample` cannot stand in a function (MLS 12.2) [OperatorInFunction]
    // ^
    if sample(0, 0.1) then
      y := 2;
    end if;
    // error: `time` cannot stand in a function (MLS 12.2) [OperatorInFunction]
    //                 ^
    for i in 1:integer(time) loop
      y := 3;
    end for;
  end Operators;

  function Declarations
    // error: `time` cannot stand in a function (MLS 12.2) [OperatorInFunction]
    //                 ^
    input Real since = time;
    output Real y;
  protected
    // error: `delay` cannot stand in a function (MLS 12.2) [OperatorInFunction]
    //          ^
    Real late = delay(since, 0.1);
  algorithm
    y := late;
  end Declarations;

  model M
    Real a = Operators(1);
    Real b = Declarations();
    Clocked clocked;
  end M;
end P;
