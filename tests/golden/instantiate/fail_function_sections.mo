// run: check
model M "A function has no equations, and variables that have values (MLS 12.2)"
  connector Pair
    Real a;
    flow Real b;
  end Pair;
  model Memo
    Real x = 1;
  end Memo;
  function f
    input Real u;
    output Real y;
  // error: a function cannot have equations [FunctionClass]
  equation
    y = u;
  end f;
  function g
    input Real u;
    output Real y;
  protected
    // error: the variable `p` of a function cannot be a connector [FunctionClass]
    //   ^
    Pair p;
    // error: the variable `m` of a function cannot be a model [FunctionClass]
    //   ^
    Memo m;
  algorithm
    for i in 1:2 loop
      i := 3;
    end for;
    y := u;
  end g;
  Real x = f(time) + g(time);
end M;
