// run: check -m P.M
package P
  function twice
    input Real u;
    output Real y = u;
    output Real z = u;
  end twice;
  function assigned
    input Real u;
    output Real y;
  algorithm
    // error: the input `u` of a function cannot be assigned [FunctionClass]
    //  ^
    (y, u) := twice(1);
  end assigned;
  model M "An input is not assigned, also not by a call with several results (MLS 12.2)"
    Real x = assigned(time);
    // error: only a Real has significant digits, found Integer [ArgumentMismatch]
    //                                       ^
    String s = String(1, significantDigits = 5);
    // error: the step of a range is 0 (MLS 10.4.3) [SubscriptOutOfRange]
    //                ^
    Real none = sum(1:0:3);
    // error: the order of `smooth` must not be negative (MLS 3.7.5) [TypeMismatch]
    //              ^
    Real z = smooth(-1, time);
  equation
    // error: the condition of `when` must be Boolean, found Real [WhenConditionNotBoolean]
    //   ^
    when time then
      assert(false, "x");
    end when;
    // error: the condition of `if` must be Boolean, found Integer [ConditionNotBoolean]
    // ^
    if 1 then
      assert(false, "x");
    end if;
  algorithm
    // error: the condition of `while` must be Boolean, found Integer [StatementConditionNotBoolean]
    //    ^
    while 1 loop
      break;
    end while;
  end M;
end P;
