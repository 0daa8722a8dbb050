// run: check -m P.M
package P
  operator record Pair
    Real a;
  end Pair;
  connector Bad
    Pair e;
    // error: flow variables of the operator record `P.Pair` cannot be added up: it has no operator '0' [ConnectIncompatible]
    //        ^
    flow Pair f;
  end Bad;
  impure function tick
    input Real u;
    output Real y;
  algorithm
    y := u;
  end tick;
  pure function twice
    input Real u;
    output Real y;
  algorithm
    // error: `P.tick` is impure and is called in `P.twice`, which is declared pure [ImpureCall]
    //                   ^
    y := pure(tick(u)) + tick(u);
  end twice;
  model M
    Bad bad;
    Real z;
  equation
    when time > 0.5 then
      z = twice(time);
    end when;
  end M;
end P;
